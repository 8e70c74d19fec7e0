# SPDX-License-Identifier: Apache-2.0
"""Files that readers see whole or not at all."""
import json
import os
import time


def renamed_into(path, write):
    """Has `write` write a file beside `path`, then gives it that name."""
    temporary = f"{path}.tmp-{os.getpid()}-{time.time_ns()}"
    try:
        write(temporary)
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.remove(temporary)
        raise
    return path


def write_json(path, value):
    def write(temporary):
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump(value, file)

    return renamed_into(path, write)
