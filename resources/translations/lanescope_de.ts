<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Open trace…</source>
        <translation>Trace ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Open &amp;annotations…</source>
        <translation>&amp;Annotationen öffnen…</translation>
    </message>
    <message>
        <source>Open &amp;sample</source>
        <translation>&amp;Beispiel öffnen</translation>
    </message>
    <message>
        <source>&amp;Recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Export annotated trace…</source>
        <translation>Annotierten Trace &amp;exportieren…</translation>
    </message>
    <message>
        <source>Save &amp;picture…</source>
        <translation>B&amp;ild speichern…</translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation>Bild &amp;kopieren</translation>
    </message>
    <message>
        <source>Re&amp;load</source>
        <translation>&amp;Neu laden</translation>
    </message>
    <message>
        <source>&amp;Close trace</source>
        <translation>Trace &amp;schließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>&amp;Vergrößern</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>Fit &amp;all</source>
        <translation>&amp;Alles zeigen</translation>
    </message>
    <message>
        <source>Fit &amp;selection</source>
        <translation>Aus&amp;wahl einpassen</translation>
    </message>
    <message>
        <source>Along the arrow to its &amp;start</source>
        <translation>Den Pfeil entlang zum A&amp;nfang</translation>
    </message>
    <message>
        <source>Along the arrow to its &amp;end</source>
        <translation>Den Pfeil entlang zum &amp;Ende</translation>
    </message>
    <message>
        <source>&amp;Pin or unpin</source>
        <translation>&amp;Anheften oder lösen</translation>
    </message>
    <message>
        <source>&amp;Hide</source>
        <translation>A&amp;usblenden</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>Nach u&amp;nten</translation>
    </message>
    <message>
        <source>&amp;Taller rows</source>
        <translation>&amp;Höhere Zeilen</translation>
    </message>
    <message>
        <source>&amp;Flatter rows</source>
        <translation>&amp;Flachere Zeilen</translation>
    </message>
    <message>
        <source>&amp;Show hidden tracks</source>
        <translation>Ausgeblendete Spuren &amp;zeigen</translation>
    </message>
    <message>
        <source>All tracks as they &amp;were</source>
        <translation>Alle Spuren wie am An&amp;fang</translation>
    </message>
    <message>
        <source>&amp;Times of the file</source>
        <translation>&amp;Zeiten der Datei</translation>
    </message>
    <message>
        <source>&amp;Fold all tracks</source>
        <translation>Alle Spuren &amp;einklappen</translation>
    </message>
    <message>
        <source>&amp;Unfold all tracks</source>
        <translation>Alle Spuren aus&amp;klappen</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>&amp;Vorwärts</translation>
    </message>
    <message>
        <source>P&amp;revious slice of the track</source>
        <translation>V&amp;orige Scheibe der Spur</translation>
    </message>
    <message>
        <source>Ne&amp;xt slice of the track</source>
        <translation>Nä&amp;chste Scheibe der Spur</translation>
    </message>
    <message>
        <source>Selection to &amp;range</source>
        <translation>Auswahl als &amp;Bereich</translation>
    </message>
    <message>
        <source>&amp;Mark</source>
        <translation>&amp;Marke setzen</translation>
    </message>
    <message>
        <source>Mark with a n&amp;ote…</source>
        <translation>Marke mit Noti&amp;z…</translation>
    </message>
    <message>
        <source>&amp;Hide or show the panels</source>
        <translation>&amp;Leisten aus- oder einblenden</translation>
    </message>
    <message>
        <source>Go to &amp;track…</source>
        <translation>Zur &amp;Spur…</translation>
    </message>
    <message>
        <source>Run a &amp;command…</source>
        <translation>B&amp;efehl ausführen…</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>&amp;Suchen…</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>&amp;Nächste Fundstelle</translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation>Vo&amp;rige Fundstelle</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>&amp;Filter</translation>
    </message>
    <message>
        <source>C&amp;lear filter</source>
        <translation>Filter &amp;leeren</translation>
    </message>
    <message>
        <source>&amp;Keys and mouse</source>
        <translation>&amp;Tasten und Maus</translation>
    </message>
    <message>
        <source>&amp;About Lanescope</source>
        <translation>&amp;Über Lanescope</translation>
    </message>
    <message>
        <source>&amp;Recorded streams</source>
        <translation>Aufgezeichnete St&amp;reams</translation>
    </message>
    <message>
        <source>A&amp;nnotated streams</source>
        <translation>A&amp;nnotierte Streams</translation>
    </message>
    <message>
        <source>&amp;Annotation</source>
        <translation>&amp;Annotation</translation>
    </message>
    <message>
        <source>&amp;Phase</source>
        <translation>&amp;Phase</translation>
    </message>
    <message>
        <source>&amp;Kernel</source>
        <translation>&amp;Kernel</translation>
    </message>
    <message>
        <source>&amp;Category</source>
        <translation>Ka&amp;tegorie</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>&amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Colour by</source>
        <translation>&amp;Farbe nach</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Thema</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>&amp;Leisten</translation>
    </message>
    <message>
        <source>&amp;Track</source>
        <translation>&amp;Spur</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Ca&amp;ptured streams</source>
        <translation>Er&amp;fasste Streams</translation>
    </message>
    <message>
        <source>By &amp;region</source>
        <translation>Nach &amp;Bereich</translation>
    </message>
    <message>
        <source>By process &amp;group</source>
        <translation>Nach Prozess&amp;gruppe</translation>
    </message>
    <message>
        <source>Selection to range on &amp;its track</source>
        <translation>Auswahl als Bereich auf &amp;ihrer Spur</translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation>O&amp;rdner öffnen…</translation>
    </message>
    <message>
        <source>Compare &amp;with an earlier trace…</source>
        <translation>Mit einem früheren Trace &amp;vergleichen…</translation>
    </message>
</context>
<context>
    <name>Details</name>
    <message>
        <source>from the annotation</source>
        <translation>aus der Annotation</translation>
    </message>
    <message>
        <source>from the CPU operators</source>
        <translation>aus den CPU-Operatoren</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>Scheibe</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Start in the file</source>
        <translation>Beginn in der Datei</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Recorded on</source>
        <translation>Aufgezeichnet auf</translation>
    </message>
    <message>
        <source>Shown on</source>
        <translation>Gezeigt auf</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>has no end in the file: lasts to the end</source>
        <translation>hat in der Datei kein Ende: reicht bis zum Schluss</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA-Graph</translation>
    </message>
    <message>
        <source>Exec graph</source>
        <translation>Exec-Graph</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>number %1 of its graph</source>
        <translation>Nummer %1 ihres Graphen</translation>
    </message>
    <message>
        <source>Graph node</source>
        <translation>Graphknoten</translation>
    </message>
    <message>
        <source>%1  (id %2)</source>
        <translation>%1  (id %2)</translation>
    </message>
    <message>
        <source>Annotation</source>
        <translation>Annotation</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Cannot be read</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>%1 · annotation region</source>
        <translation>%1 · Annotationsbereich</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>GPU work in it</source>
        <translation>GPU-Arbeit darin</translation>
    </message>
    <message>
        <source>GPU time in it</source>
        <translation>GPU-Zeit darin</translation>
    </message>
    <message>
        <source>In the whole trace</source>
        <translation>Im ganzen Trace</translation>
    </message>
    <message>
        <source>GPU work</source>
        <translation>GPU-Arbeit</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU-Zeit</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>Start durch die CPU</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Auf</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>Verzögerung</translation>
    </message>
    <message>
        <source>%1 slices</source>
        <translation>%1 Scheiben</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>To the median</source>
        <translation>Zum Median</translation>
    </message>
    <message>
        <source>Shortest</source>
        <translation>Kürzeste</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Längste</translation>
    </message>
    <message>
        <source>Take longer</source>
        <translation>Dauern länger</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Duration among its peers</source>
        <translation>Dauer unter ihresgleichen</translation>
    </message>
    <message>
        <source>Same graph node</source>
        <translation>Gleicher Graphknoten</translation>
    </message>
    <message>
        <source>Same kernel</source>
        <translation>Gleicher Kernel</translation>
    </message>
    <message>
        <source>Same name</source>
        <translation>Gleicher Name</translation>
    </message>
    <message>
        <source>Place in it</source>
        <translation>Stelle darin</translation>
    </message>
    <message>
        <source>After its begin</source>
        <translation>Nach dessen Beginn</translation>
    </message>
    <message>
        <source>Same title and phase</source>
        <translation>Gleicher Titel und Phase</translation>
    </message>
    <message>
        <source>%1 bars of the track</source>
        <translation>%1 Balken der Spur</translation>
    </message>
</context>
<context>
    <name>DiffWords</name>
    <message>
        <source>region</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>replay</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>(no %1)</source>
        <translation>(ohne %1)</translation>
    </message>
    <message>
        <source>Slower most: %1</source>
        <translation>Am meisten langsamer: %1</translation>
    </message>
    <message>
        <source>Waits longer while the GPU is idle: %1</source>
        <translation>Wartet länger, während die GPU ruht: %1</translation>
    </message>
    <message>
        <source>Faster most: %1</source>
        <translation>Am meisten schneller: %1</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation>%1, darin %2</translation>
    </message>
    <message>
        <source>%1, which is new</source>
        <translation>%1, neu</translation>
    </message>
    <message>
        <source>%1, which is gone</source>
        <translation>%1, nicht mehr da</translation>
    </message>
    <message>
        <source>%1, spread over %2</source>
        <translation>%1, verteilt auf %2</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>in the only replay</source>
        <translation>in der einzigen Wiedergabe</translation>
    </message>
    <message>
        <source>in all %1 replays</source>
        <translation>in allen %1 Wiedergaben</translation>
    </message>
    <message>
        <source>in %1 of %2 replays</source>
        <translation>in %1 von %2 Wiedergaben</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1 statt %2</translation>
    </message>
    <message>
        <source>typically %1 instead of %2</source>
        <translation>üblicherweise %1 statt %2</translation>
    </message>
    <message>
        <source>%1 replay %2</source>
        <translation>%1 Wiedergabe %2</translation>
    </message>
    <message>
        <source>%1 replays %2 to %3</source>
        <translation>%1 Wiedergaben %2 bis %3</translation>
    </message>
    <message>
        <source>Why: %1</source>
        <translation>Warum: %1</translation>
    </message>
    <message>
        <source>in its place %1 %2 is gone, which took %3</source>
        <translation>an seiner Stelle fehlt %1 %2, der Aufwand war %3</translation>
    </message>
    <message>
        <source>a piece takes %1 on average instead of %2</source>
        <translation>ein Stück dauert im Mittel %1 statt %2</translation>
    </message>
    <message>
        <source>a piece takes %1 on average, as before</source>
        <translation>ein Stück dauert im Mittel %1, wie zuvor</translation>
    </message>
    <message>
        <source>%1 an instance</source>
        <translation>%1 je Instanz</translation>
    </message>
    <message>
        <source>as many pieces, %1</source>
        <translation>gleich viele Stücke, %1</translation>
    </message>
    <message>
        <source>%1 pieces instead of %2</source>
        <translation>%1 Stücke statt %2</translation>
    </message>
    <message>
        <source>%1, which makes %2</source>
        <translation>%1, das macht %2 aus</translation>
    </message>
    <message>
        <source>launched as before</source>
        <translation>gestartet wie zuvor</translation>
    </message>
    <message>
        <source>launched as %1 instead of %2</source>
        <translation>gestartet mit %1 statt %2</translation>
    </message>
    <message>
        <source>other work of the GPU runs beside it for %1 of its time instead of %2</source>
        <translation>andere Arbeit der GPU läuft während %1 seiner Zeit daneben statt während %2</translation>
    </message>
    <message>
        <source>Between replays the GPU idles longer: typically %1 instead of %2</source>
        <translation>Zwischen Wiedergaben ruht die GPU länger: üblicherweise %1 statt %2</translation>
    </message>
    <message>
        <source>a replay begins %1 after its launch instead of %2</source>
        <translation>eine Wiedergabe beginnt %1 nach ihrem Start statt %2</translation>
    </message>
</context>
<context>
    <name>FigureTable</name>
    <message>
        <source>The trace tells nothing of the CPU</source>
        <translation>Der Trace sagt nichts über die CPU</translation>
    </message>
    <message>
        <source>CPU: %1</source>
        <translation>CPU: %1</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Ausgelastet</translation>
    </message>
    <message>
        <source>Busy %</source>
        <translation>Ausgelastet %</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Alone</source>
        <translation>Allein</translation>
    </message>
    <message>
        <source>Time in which no work of another class runs on that GPU</source>
        <translation>Zeit, in der keine Arbeit einer anderen Klasse auf dieser GPU läuft</translation>
    </message>
    <message>
        <source>Computation</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>overlapped</source>
        <translation>überlappt</translation>
    </message>
    <message>
        <source>Communication while there is computation on the same GPU</source>
        <translation>Kommunikation, während dieselbe GPU rechnet</translation>
    </message>
    <message>
        <source>exposed</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>Communication while there is no computation on the same GPU</source>
        <translation>Kommunikation, während dieselbe GPU nicht rechnet</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>computation %1, communication %2 (%3 overlapped, %4 exposed), copies %5</source>
        <translation>Rechnen %1, Kommunikation %2 (%3 überlappt, %4 offen), Kopien %5</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>Streams</translation>
    </message>
    <message>
        <source>Classes of work</source>
        <translation>Klassen von Arbeit</translation>
    </message>
    <message>
        <source>total %1, alone for %2</source>
        <translation>zusammen %1, davon allein %2</translation>
    </message>
    <message>
        <source>Longest idle gaps</source>
        <translation>Längste Leerlauflücken</translation>
    </message>
    <message>
        <source>%1, until the end</source>
        <translation>%1, bis zum Schluss</translation>
    </message>
    <message>
        <source>%1, until %2</source>
        <translation>%1, bis %2</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>Belegung</translation>
    </message>
    <message>
        <source>As the profiler estimated it, on average</source>
        <translation>Wie der Profiler sie schätzte, im Mittel</translation>
    </message>
    <message>
        <source>Grid, block</source>
        <translation>Gitter, Block</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>To median</source>
        <translation>Zum Median</translation>
    </message>
    <message>
        <source>Duration minus the median of the graph&apos;s replays</source>
        <translation>Dauer minus Median der Wiedergaben des Graphen</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>Verzug</translation>
    </message>
    <message>
        <source>From the begin of the CPU call to the first work</source>
        <translation>Vom Beginn des CPU-Aufrufs bis zur ersten Arbeit</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Outlier</source>
        <translation>Ausreißer</translation>
    </message>
    <message>
        <source>outlier</source>
        <translation>Ausreißer</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Slower by</source>
        <translation>Langsamer um</translation>
    </message>
    <message>
        <source>Duration in this replay minus the median of all replays</source>
        <translation>Dauer in dieser Wiedergabe minus Median aller Wiedergaben</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>From the replay&apos;s begin</source>
        <translation>Ab Beginn der Wiedergabe</translation>
    </message>
    <message>
        <source>Median begin</source>
        <translation>Medianer Beginn</translation>
    </message>
    <message>
        <source>Ran</source>
        <translation>Lief</translation>
    </message>
    <message>
        <source>How often it ran in this replay</source>
        <translation>Wie oft er in dieser Wiedergabe lief</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>did not run</source>
        <translation>lief nicht</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Total before</source>
        <translation>Summe vorher</translation>
    </message>
    <message>
        <source>Instance before</source>
        <translation>Instanz vorher</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nachher</translation>
    </message>
    <message>
        <source>Count before</source>
        <translation>Anzahl vorher</translation>
    </message>
    <message>
        <source>Mean before</source>
        <translation>Mittel vorher</translation>
    </message>
    <message>
        <source>Mean difference</source>
        <translation>Mittlerer Unterschied</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
</context>
<context>
    <name>HoverText</name>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>%1 slices; the longest is named</source>
        <translation>%1 Scheiben; die längste ist genannt</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>%1 values from %2 to %3</source>
        <translation>%1 Werte von %2 bis %3</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Größter</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Annotation</source>
        <translation>Annotation</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>annotation of the profiler</source>
        <translation>Annotation des Profilers</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>%1 regions; the longest is named</source>
        <translation>%1 Bereiche; der längste ist genannt</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>%1 instants; the first is named</source>
        <translation>%1 Zeitpunkte; der erste ist benannt</translation>
    </message>
    <message>
        <source>What the profiler writes beside the work:</source>
        <translation>Was der Profiler neben der Arbeit schreibt:</translation>
    </message>
</context>
<context>
    <name>Opened</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1 (%2 files)</source>
        <translation>%1 (%2 Dateien)</translation>
    </message>
</context>
<context>
    <name>Phase</name>
    <message>
        <source>No phase</source>
        <translation>Keine Phase</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Accumulate grad</source>
        <translation>Gradienten sammeln</translation>
    </message>
</context>
<context>
    <name>PictureLegend</name>
    <message>
        <source>hatched: backward</source>
        <translation>schraffiert: rückwärts</translation>
    </message>
</context>
<context>
    <name>Render</name>
    <message>
        <source>%1 to %2 (%3)</source>
        <translation>%1 bis %2 (%3)</translation>
    </message>
    <message>
        <source>filter: %1 · %2</source>
        <translation>Filter: %1 · %2</translation>
    </message>
    <message>
        <source>%1 · more tracks below, not in the picture</source>
        <translation>%1 · darunter weitere Spuren, nicht im Bild</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>Exec graph %1: %2 of %3 nodes in the trace are annotated, %4 nodes in the file, %5 replays</source>
        <translation>Exec-Graph %1: %2 von %3 Knoten im Trace sind annotiert, %4 Knoten in der Datei, %5 Wiedergaben</translation>
    </message>
    <message>
        <source>Annotations: %1 (found beside the trace)</source>
        <translation>Annotationen: %1 (neben dem Trace gefunden)</translation>
    </message>
    <message>
        <source>Annotations: %1</source>
        <translation>Annotationen: %1</translation>
    </message>
    <message>
        <source>No annotation file is joined to this trace.</source>
        <translation>Diesem Trace ist keine Annotationsdatei zugeordnet.</translation>
    </message>
    <message>
        <source>%1 pieces of GPU work, %2 of them from CUDA graphs, %3 annotated</source>
        <translation>%1 Stücke GPU-Arbeit, %2 davon aus CUDA-Graphen, %3 annotiert</translation>
    </message>
</context>
<context>
    <name>Source</name>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source> in %1</source>
        <translation> in %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Post-grad nodes</source>
        <translation>Knoten nach Autograd</translation>
    </message>
    <message>
        <source>Pre-grad nodes</source>
        <translation>Knoten vor Autograd</translation>
    </message>
    <message>
        <source>its graph node</source>
        <translation>ihren Graphknoten</translation>
    </message>
    <message>
        <source>its name and compiled region</source>
        <translation>ihren Namen und kompilierten Bereich</translation>
    </message>
    <message>
        <source>its extern_kernels call</source>
        <translation>ihren extern_kernels-Aufruf</translation>
    </message>
    <message>
        <source>the only stack of its graph</source>
        <translation>den einzigen Stapel ihres Graphen</translation>
    </message>
    <message>
        <source>its name alone</source>
        <translation>ihren Namen allein</translation>
    </message>
    <message>
        <source>%1: the trace does not say which</source>
        <translation>%1: der Trace sagt nicht, welcher</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>%1, all with this stack</source>
        <translation>%1, alle mit diesem Stapel</translation>
    </message>
    <message>
        <source>%1 of %2 candidates</source>
        <translation>%1 von %2 Kandidaten</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>none: the provenance files have names of nodes only</source>
        <translation>keiner: die Herkunftsdateien nennen nur Knoten</translation>
    </message>
    <message>
        <source>Found by</source>
        <translation>Gefunden über</translation>
    </message>
    <message>
        <source>1 of %1 candidates</source>
        <translation>1 von %1 Kandidaten</translation>
    </message>
    <message>
        <source>the first</source>
        <translation>der erste</translation>
    </message>
    <message>
        <source>whoever wrote the trace</source>
        <translation>wer den Trace schrieb</translation>
    </message>
</context>
<context>
    <name>SpokenText</name>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>annotation %1</source>
        <translation>Annotation %1</translation>
    </message>
    <message>
        <source>region %1</source>
        <translation>Bereich %1</translation>
    </message>
    <message>
        <source>%1 of %2 tracks</source>
        <translation>%1 von %2 Spuren</translation>
    </message>
    <message>
        <source>marked %1</source>
        <translation>markiert: %1</translation>
    </message>
    <message>
        <source>%1, all tracks</source>
        <translation>%1, alle Spuren</translation>
    </message>
</context>
<context>
    <name>StatsColumn</name>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Pieces of GPU work: kernels, copies and memsets</source>
        <translation>Stücke GPU-Arbeit: Kernel, Kopien und Memsets</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Durations added up; work that runs at the same time counts more than once</source>
        <translation>Dauern zusammengezählt; Arbeit, die gleichzeitig läuft, zählt mehrfach</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>Selbst</translation>
    </message>
    <message>
        <source>Total without the modules inside this one</source>
        <translation>Summe ohne die Module in diesem</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Total divided by count</source>
        <translation>Summe durch Anzahl</translation>
    </message>
    <message>
        <source>P50</source>
        <translation>P50</translation>
    </message>
    <message>
        <source>Half of the work is not longer (the median)</source>
        <translation>Die Hälfte der Arbeit dauert nicht länger (der Median)</translation>
    </message>
    <message>
        <source>P90</source>
        <translation>P90</translation>
    </message>
    <message>
        <source>90 % of the work is not longer</source>
        <translation>90 % der Arbeit dauern nicht länger</translation>
    </message>
    <message>
        <source>P99</source>
        <translation>P99</translation>
    </message>
    <message>
        <source>99 % of the work is not longer</source>
        <translation>99 % der Arbeit dauern nicht länger</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>Min</translation>
    </message>
    <message>
        <source>The shortest piece</source>
        <translation>Das kürzeste Stück</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>Max</translation>
    </message>
    <message>
        <source>The longest piece</source>
        <translation>Das längste Stück</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Ausgelastet</translation>
    </message>
    <message>
        <source>Time in which at least one piece of it runs, added up over GPUs</source>
        <translation>Zeit, in der mindestens ein Stück davon läuft, über GPUs zusammengezählt</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Busy time as a part of the busy time of all GPU work</source>
        <translation>Ausgelastete Zeit als Teil der ausgelasteten Zeit aller GPU-Arbeit</translation>
    </message>
    <message>
        <source>Span</source>
        <translation>Spanne</translation>
    </message>
    <message>
        <source>First begin to last end</source>
        <translation>Vom ersten Beginn bis zum letzten Ende</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>Instanzen</translation>
    </message>
    <message>
        <source>Replays it is part of, each phase of its own; work outside of replays counts as one</source>
        <translation>Wiedergaben, zu denen es gehört, jede Phase für sich; Arbeit außerhalb von Wiedergaben zählt als eine</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>Lücken</translation>
    </message>
    <message>
        <source>Idle time inside its instances: between first begin and last end of each, nothing of it runs</source>
        <translation>Leerlauf in seinen Instanzen: zwischen erstem Beginn und letztem Ende läuft nichts davon</translation>
    </message>
    <message>
        <source>Annotated</source>
        <translation>Annotiert</translation>
    </message>
    <message>
        <source>The part of the total that has a region</source>
        <translation>Der Teil der Summe, der einen Bereich hat</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>Verzögerung</translation>
    </message>
    <message>
        <source>From the begin of the CPU call to the begin of its work, on average; of a graph launch, of its first work</source>
        <translation>Vom Beginn des CPU-Aufrufs bis zum Beginn seiner Arbeit, im Mittel; beim Start eines Graphen bis zu dessen erster Arbeit</translation>
    </message>
    <message>
        <source>Max delay</source>
        <translation>Max. Verzögerung</translation>
    </message>
    <message>
        <source>The longest such delay</source>
        <translation>Die längste solche Verzögerung</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>%1 shown</source>
        <translation>%1 gezeigt</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>ab %1</translation>
    </message>
    <message>
        <source>ticks after %1</source>
        <translation>Striche nach %1</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 Werte</translation>
    </message>
    <message>
        <source>%1 slices</source>
        <translation>%1 Scheiben</translation>
    </message>
    <message>
        <source>%1 · %2 % busy</source>
        <translation>%1 · zu %2 % ausgelastet</translation>
    </message>
    <message>
        <source>Profiler&apos;s own (%1)</source>
        <translation>Vom Profiler (%1)</translation>
    </message>
    <message>
        <source>The filter leaves nothing.</source>
        <translation>Der Filter lässt nichts übrig.</translation>
    </message>
    <message>
        <source>%1 clears it.</source>
        <translation>%1 leert ihn.</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>bis zu %1</translation>
    </message>
    <message>
        <source>not on the timeline</source>
        <translation>nicht auf der Zeitleiste</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>byte %1 of the annotation file</source>
        <translation>Byte %1 der Annotationsdatei</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>Byte %1</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::AboutDialog</name>
    <message>
        <source>About Lanescope</source>
        <translation>Über Lanescope</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Lanescope %1&lt;/h3&gt;&lt;p&gt;Shows what the kernels of CUDA graphs were doing.&lt;/p&gt;&lt;p&gt;This program is free software under the GNU General Public License, version 3 or later. Its core and command line are under the Apache License 2.0.&lt;/p&gt;&lt;p&gt;Built with Qt %2 and QCustomPlot %3.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Lanescope %1&lt;/h3&gt;&lt;p&gt;Zeigt, was die Kernel von CUDA-Graphen getan haben.&lt;/p&gt;&lt;p&gt;Dieses Programm ist freie Software unter der GNU General Public License, Version 3 oder später. Kern und Kommandozeile stehen unter der Apache-Lizenz 2.0.&lt;/p&gt;&lt;p&gt;Erstellt mit Qt %2 und QCustomPlot %3.&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::Chooser</name>
    <message>
        <source>Nothing fits this</source>
        <translation>Nichts passt dazu</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::CompareTab</name>
    <message>
        <source>Nothing got slower or faster</source>
        <translation>Nichts wurde langsamer oder schneller</translation>
    </message>
    <message>
        <source>%1 replays before, %2 after: totals differ for that; compare per instance</source>
        <translation>%1 Wiedergaben vorher, %2 nachher: deshalb weichen die Summen ab; vergleichen Sie je Instanz</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>Vergleichen mit…</translation>
    </message>
    <message>
        <source>Linked</source>
        <translation>Verbunden</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Timeline of the earlier trace</source>
        <translation>Zeitleiste des früheren Trace</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Region, phase</source>
        <translation>Bereich, Phase</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>Module, phase</source>
        <translation>Modul, Phase</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Compare by</source>
        <translation>Vergleichen nach</translation>
    </message>
    <message>
        <source>Totals</source>
        <translation>Summen</translation>
    </message>
    <message>
        <source>Per instance</source>
        <translation>Je Instanz</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>Was verglichen wird</translation>
    </message>
    <message>
        <source>Totals of the traces, or of an instance: the work of one phase in one replay</source>
        <translation>Summen der Traces, oder einer Instanz: die Arbeit einer Phase in einer Wiedergabe</translation>
    </message>
    <message>
        <source>Opens an earlier trace, to tell what changed since</source>
        <translation>Öffnet einen früheren Trace, um zu zeigen, was sich seither änderte</translation>
    </message>
    <message>
        <source>Both timelines move together; a row puts its longest pieces above each other</source>
        <translation>Beide Zeitleisten gehen gemeinsam; eine Zeile legt ihre längsten Stücke übereinander</translation>
    </message>
    <message>
        <source>Choose an earlier trace to see what got slower since.</source>
        <translation>Wählen Sie einen früheren Trace, um zu sehen, was seither langsamer wurde.</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>%1 wird geöffnet…</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>Vorher: %1</translation>
    </message>
    <message>
        <source>No replay is slower by more than a twentieth</source>
        <translation>Keine Wiedergabe ist um mehr als ein Zwanzigstel langsamer</translation>
    </message>
    <message>
        <source>Compare with a folder of ranks</source>
        <translation>Mit einem Ordner von Rängen vergleichen</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::DetailsModel</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::DetailsPanel</name>
    <message>
        <source>Click a slice or a region bar to see
what is known of it.</source>
        <translation>Klicken Sie auf eine Scheibe oder einen
Bereichsbalken, um mehr zu erfahren.</translation>
    </message>
    <message>
        <source>Details of the selection</source>
        <translation>Einzelheiten der Auswahl</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>Wert kopieren</translation>
    </message>
    <message>
        <source>Copy value as JSON</source>
        <translation>Wert als JSON kopieren</translation>
    </message>
    <message>
        <source>Copy line</source>
        <translation>Zeile kopieren</translation>
    </message>
    <message>
        <source>Copy group</source>
        <translation>Gruppe kopieren</translation>
    </message>
    <message>
        <source>Copy everything</source>
        <translation>Alles kopieren</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::FigureModel</name>
    <message>
        <source>Unreliable: %1</source>
        <translation>Unzuverlässig: %1</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::FilesModel</name>
    <message>
        <source>“%1” is no offset: write it as 1.5ms or -20us (ns, us, ms, s or min)</source>
        <translation>„%1“ ist kein Versatz: schreiben Sie ihn als 1.5ms oder -20us (ns, us, ms, s oder min)</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Versatz</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>How much later the file is shown than its times say: 1.5ms, -20us</source>
        <translation>Um wie viel später die Datei gezeigt wird, als ihre Zeiten sagen: 1.5ms, -20us</translation>
    </message>
    <message>
        <source>Where its first event is shown</source>
        <translation>Wo ihr erstes Ereignis gezeigt wird</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::FilesPanel</name>
    <message>
        <source>Align begins</source>
        <translation>Anfänge ausrichten</translation>
    </message>
    <message>
        <source>Align ends</source>
        <translation>Enden ausrichten</translation>
    </message>
    <message>
        <source>No offsets</source>
        <translation>Kein Versatz</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Where files begin</source>
        <translation>Wo Dateien beginnen</translation>
    </message>
    <message>
        <source>By their clocks</source>
        <translation>Nach ihren Uhren</translation>
    </message>
    <message>
        <source>From their first events</source>
        <translation>Ab ihren ersten Ereignissen</translation>
    </message>
    <message>
        <source>Where files begin before their offsets are added</source>
        <translation>Wo Dateien beginnen, bevor ihr Versatz dazukommt</translation>
    </message>
    <message>
        <source>Move the other files so that their slice of the selected one&apos;s name and number in time begins when it does</source>
        <translation>Die anderen Dateien so verschieben, dass ihre Scheibe mit dem Namen und der zeitlichen Nummer der gewählten mit dieser beginnt</translation>
    </message>
    <message>
        <source>The same with the ends: those of a collective are at one time on all ranks</source>
        <translation>Dasselbe mit den Enden: die eines Kollektivs liegen auf allen Rängen zur selben Zeit</translation>
    </message>
    <message>
        <source>To align, select a slice that all ranks have, such as a collective; a double click changes an offset</source>
        <translation>Zum Ausrichten eine Scheibe wählen, die alle Ränge haben, etwa eine Kollektivoperation; ein Doppelklick ändert einen Versatz</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::FilterField</name>
    <message>
        <source>Filter: a name, ann:…, phase:…, dur&gt;10us</source>
        <translation>Filter: ein Name, ann:…, phase:…, dur&gt;10us</translation>
    </message>
    <message>
        <source>Filter expression</source>
        <translation>Filterausdruck</translation>
    </message>
    <message>
        <source>Part of a name or annotation, or conditions side by side:
ann:layer_* phase:backward -kernel:nccl* dur&gt;10us stream:7 cat:kernel
module:encoder.* replay:3 /regex/; OR, -, ( ), quotes. Down: earlier filters</source>
        <translation>Teil eines Namens oder einer Annotation, oder Bedingungen nebeneinander:
ann:layer_* phase:backward -kernel:nccl* dur&gt;10us stream:7 cat:kernel
module:encoder.* replay:3 /regex/; OR, -, ( ), Anführungszeichen. Pfeil ab: frühere Filter</translation>
    </message>
    <message>
        <source>What the filter can ask</source>
        <translation>Wonach der Filter fragen kann</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::FilterPanel</name>
    <message>
        <source>Find in this list</source>
        <translation>In dieser Liste suchen</translation>
    </message>
    <message>
        <source>This trace has no annotations.
File ▸ Open annotations… joins some to it.</source>
        <translation>Dieser Trace hat keine Annotationen.
Datei ▸ Annotationen öffnen… fügt welche hinzu.</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Übrige</translation>
    </message>
    <message>
        <source>Dim</source>
        <translation>Blass</translation>
    </message>
    <message>
        <source>Dim what does not match</source>
        <translation>Blass zeigen, was nicht passt</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Hide what does not match</source>
        <translation>Ausblenden, was nicht passt</translation>
    </message>
    <message>
        <source>Hide tracks</source>
        <translation>Auch Spuren</translation>
    </message>
    <message>
        <source>Hide what does not match, and tracks without a match</source>
        <translation>Ausblenden, was nicht passt, auch Spuren ohne Treffer</translation>
    </message>
    <message>
        <source>%1 of %2 GPU slices match</source>
        <translation>%1 von %2 GPU-Scheiben passen</translation>
    </message>
    <message>
        <source>What the colours of GPU work tell</source>
        <translation>Was die Farben der GPU-Arbeit sagen</translation>
    </message>
    <message>
        <source>What the colours of GPU work tell, and what this list filters by</source>
        <translation>Was die Farben der GPU-Arbeit sagen und wonach diese Liste filtert</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>Annotationen</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>Phasen</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>Find a name in the legend</source>
        <translation>Einen Namen in der Legende finden</translation>
    </message>
    <message>
        <source>Check all names</source>
        <translation>Alle Namen ankreuzen</translation>
    </message>
    <message>
        <source>Uncheck all names</source>
        <translation>Alle Namen abwählen</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::FindPanel</name>
    <message>
        <source>Previous (Shift+Enter)</source>
        <translation>Vorige (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Next (Enter)</source>
        <translation>Nächste (Eingabe)</translation>
    </message>
    <message>
        <source>Find a name or annotation: text, glob*, /regex/</source>
        <translation>Name oder Annotation suchen: Text, Glob*, /Regex/</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Fundstellen</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message>
        <source>Nothing found in what the filter leaves</source>
        <translation>Nichts gefunden in dem, was der Filter lässt</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>%1 gefunden</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::FindResultsModel</name>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Annotation</source>
        <translation>Annotation</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>Spur</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::FindingsModel</name>
    <message>
        <source>(no name)</source>
        <translation>(ohne Namen)</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>How much</source>
        <translation>Wie viel</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::HeatStrip</name>
    <message>
        <source>Replays by duration</source>
        <translation>Wiedergaben nach Dauer</translation>
    </message>
    <message>
        <source>Launch %1: %2, %3 to the median</source>
        <translation>Start %1: %2, %3 zum Median</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::HistogramView</name>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>Logarithmisch</translation>
    </message>
    <message>
        <source>Scale of the histogram</source>
        <translation>Maßstab des Histogramms</translation>
    </message>
    <message>
        <source>Histogram of durations</source>
        <translation>Histogramm der Dauern</translation>
    </message>
    <message>
        <source>Choose a row to see how long its work takes</source>
        <translation>Wählen Sie eine Zeile, um zu sehen, wie lange ihre Arbeit dauert</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::KeysDialog</name>
    <message>
        <source>Keys and mouse</source>
        <translation>Tasten und Maus</translation>
    </message>
    <message>
        <source>W / S</source>
        <translation>W / S</translation>
    </message>
    <message>
        <source>zoom in / out at the mouse</source>
        <translation>an der Maus vergrößern / verkleinern</translation>
    </message>
    <message>
        <source>A / D</source>
        <translation>A / D</translation>
    </message>
    <message>
        <source>move left / right</source>
        <translation>nach links / rechts gehen</translation>
    </message>
    <message>
        <source>Shift + W S A D</source>
        <translation>Umschalt + W S A D</translation>
    </message>
    <message>
        <source>the same, faster</source>
        <translation>dasselbe, schneller</translation>
    </message>
    <message>
        <source>F</source>
        <translation>F</translation>
    </message>
    <message>
        <source>fit the selection; again: all</source>
        <translation>die Auswahl einpassen; noch einmal: alles</translation>
    </message>
    <message>
        <source>0</source>
        <translation>0</translation>
    </message>
    <message>
        <source>fit all</source>
        <translation>alles zeigen</translation>
    </message>
    <message>
        <source>Alt + Left / Right</source>
        <translation>Alt + Links / Rechts</translation>
    </message>
    <message>
        <source>back / forward through where you looked</source>
        <translation>zurück / vorwärts durch die Ansichten</translation>
    </message>
    <message>
        <source>, / .</source>
        <translation>, / .</translation>
    </message>
    <message>
        <source>[ / ]</source>
        <translation>[ / ]</translation>
    </message>
    <message>
        <source>along an arrow to its start / its end</source>
        <translation>einen Pfeil entlang zu Anfang / Ende</translation>
    </message>
    <message>
        <source>/ or Ctrl+F</source>
        <translation>/ oder Strg+F</translation>
    </message>
    <message>
        <source>find</source>
        <translation>suchen</translation>
    </message>
    <message>
        <source>Enter / Shift + Enter</source>
        <translation>Eingabe / Umschalt + Eingabe</translation>
    </message>
    <message>
        <source>next / previous of what was found</source>
        <translation>nächste / vorige Fundstelle</translation>
    </message>
    <message>
        <source>F3 / Shift + F3</source>
        <translation>F3 / Umschalt + F3</translation>
    </message>
    <message>
        <source>the same, from anywhere</source>
        <translation>dasselbe, von überall</translation>
    </message>
    <message>
        <source>Ctrl+P</source>
        <translation>Strg+P</translation>
    </message>
    <message>
        <source>go to a track by its name</source>
        <translation>eine Spur nach Namen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+P</source>
        <translation>Strg+Umschalt+P</translation>
    </message>
    <message>
        <source>run a command by its name</source>
        <translation>einen Befehl nach Namen ausführen</translation>
    </message>
    <message>
        <source>Ctrl+L</source>
        <translation>Strg+L</translation>
    </message>
    <message>
        <source>type in the filter</source>
        <translation>in den Filter schreiben</translation>
    </message>
    <message>
        <source>M / Shift + M</source>
        <translation>M / Umschalt + M</translation>
    </message>
    <message>
        <source>set a mark / with a note</source>
        <translation>eine Marke setzen / mit Notiz</translation>
    </message>
    <message>
        <source>Q</source>
        <translation>Q</translation>
    </message>
    <message>
        <source>hide or show the panels</source>
        <translation>die Leisten aus- oder einblenden</translation>
    </message>
    <message>
        <source>Ctrl+Shift+T / H / Up / Down</source>
        <translation>Strg+Umschalt+T / H / Auf / Ab</translation>
    </message>
    <message>
        <source>pin, hide, move the track of the selection</source>
        <translation>die Spur der Auswahl anheften, ausblenden, verschieben</translation>
    </message>
    <message>
        <source>F5</source>
        <translation>F5</translation>
    </message>
    <message>
        <source>load the file again</source>
        <translation>die Datei neu laden</translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation>Strg+Umschalt+C</translation>
    </message>
    <message>
        <source>copy a picture of the timeline</source>
        <translation>ein Bild der Zeitleiste kopieren</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>clear the selection and the marked range</source>
        <translation>Auswahl und Bereich aufheben</translation>
    </message>
    <message>
        <source>?</source>
        <translation>?</translation>
    </message>
    <message>
        <source>this sheet</source>
        <translation>diese Übersicht</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>select a slice or region bar</source>
        <translation>Scheibe oder Bereichsbalken auswählen</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Middle drag</source>
        <translation>Ziehen mit mittlerer Taste</translation>
    </message>
    <message>
        <source>zoom to a range</source>
        <translation>auf einen Bereich vergrößern</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>Rad</translation>
    </message>
    <message>
        <source>scroll tracks</source>
        <translation>Spuren rollen</translation>
    </message>
    <message>
        <source>Shift + wheel</source>
        <translation>Umschalt + Rad</translation>
    </message>
    <message>
        <source>move in time</source>
        <translation>in der Zeit gehen</translation>
    </message>
    <message>
        <source>Ctrl + wheel</source>
        <translation>Strg + Rad</translation>
    </message>
    <message>
        <source>zoom at the mouse</source>
        <translation>an der Maus vergrößern</translation>
    </message>
    <message>
        <source>Click a track&apos;s name</source>
        <translation>Klick auf den Namen einer Spur</translation>
    </message>
    <message>
        <source>fold or unfold it</source>
        <translation>ein- oder ausklappen</translation>
    </message>
    <message>
        <source>Right-click a track&apos;s name</source>
        <translation>Rechtsklick auf den Namen einer Spur</translation>
    </message>
    <message>
        <source>Click a mark&apos;s flag</source>
        <translation>Klick auf die Fahne einer Marke</translation>
    </message>
    <message>
        <source>show it in the list of marks</source>
        <translation>in der Liste der Marken zeigen</translation>
    </message>
    <message>
        <source>show only that one; again: all</source>
        <translation>nur diese zeigen; noch einmal: alle</translation>
    </message>
    <message>
        <source>Drag the window</source>
        <translation>Das Fenster ziehen</translation>
    </message>
    <message>
        <source>move the view</source>
        <translation>die Ansicht verschieben</translation>
    </message>
    <message>
        <source>Drag an edge of it</source>
        <translation>Seinen Rand ziehen</translation>
    </message>
    <message>
        <source>make the view longer or shorter</source>
        <translation>die Ansicht verlängern oder verkürzen</translation>
    </message>
    <message>
        <source>Drag beside it</source>
        <translation>Daneben ziehen</translation>
    </message>
    <message>
        <source>centre the view there</source>
        <translation>die Ansicht dort mitten</translation>
    </message>
    <message>
        <source>Double-click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>Left / Right, Home / End</source>
        <translation>Links / Rechts, Pos1 / Ende</translation>
    </message>
    <message>
        <source>move, once it has the focus (Tab)</source>
        <translation>gehen, sobald er den Fokus hat (Tab)</translation>
    </message>
    <message>
        <source>Up / Down</source>
        <translation>Auf / Ab</translation>
    </message>
    <message>
        <source>zoom in / out</source>
        <translation>vergrößern / verkleinern</translation>
    </message>
    <message>
        <source>Move and zoom</source>
        <translation>Gehen und vergrößern</translation>
    </message>
    <message>
        <source>Find, filter, mark</source>
        <translation>Suchen, filtern, markieren</translation>
    </message>
    <message>
        <source>Mouse</source>
        <translation>Maus</translation>
    </message>
    <message>
        <source>Overview strip</source>
        <translation>Übersichtsstreifen</translation>
    </message>
    <message>
        <source>Drag the border of a name</source>
        <translation>Rand eines Namens ziehen</translation>
    </message>
    <message>
        <source>make the track taller, all names wider</source>
        <translation>die Spur höher machen, alle Namen breiter</translation>
    </message>
    <message>
        <source>Double-click in the legend</source>
        <translation>Doppelklick in der Legende</translation>
    </message>
    <message>
        <source>R / Shift + R</source>
        <translation>R / Umschalt + R</translation>
    </message>
    <message>
        <source>make the selection the marked range / on its track only</source>
        <translation>Auswahl als markierter Bereich / nur auf ihrer Spur</translation>
    </message>
    <message>
        <source>mark a range on the tracks it goes over, and measure it</source>
        <translation>Bereich auf den überstrichenen Spuren markieren und messen</translation>
    </message>
    <message>
        <source>Drag on the axis</source>
        <translation>Auf der Achse ziehen</translation>
    </message>
    <message>
        <source>the same on all tracks</source>
        <translation>dasselbe auf allen Spuren</translation>
    </message>
    <message>
        <source>previous / next slice of the track; the first one</source>
        <translation>vorige / nächste Scheibe der Spur; die erste</translation>
    </message>
    <message>
        <source>the slice or bar in the row above / below</source>
        <translation>die Scheibe oder der Balken in der Zeile darüber / darunter</translation>
    </message>
    <message>
        <source>move; to the start / the end</source>
        <translation>bewegen; zum Anfang / zum Ende</translation>
    </message>
    <message>
        <source>Page Up / Page Down</source>
        <translation>Bild auf / Bild ab</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menütaste</translation>
    </message>
    <message>
        <source>what can be done with the selection</source>
        <translation>was sich mit der Auswahl tun lässt</translation>
    </message>
    <message>
        <source>pin, hide, move or resize it</source>
        <translation>anheften, ausblenden, verschieben, Höhe ändern</translation>
    </message>
    <message>
        <source>Right-click a group&apos;s name</source>
        <translation>Rechtsklick auf eine Gruppe</translation>
    </message>
    <message>
        <source>hide all its tracks</source>
        <translation>alle ihre Spuren ausblenden</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::LegendModel</name>
    <message>
        <source>Without annotation</source>
        <translation>Ohne Annotation</translation>
    </message>
    <message>
        <source>%1 kernels, copies and fills</source>
        <translation>%1 Kernel, Kopien und Füllungen</translation>
    </message>
    <message>
        <source>%1
%2 kernels, copies and fills, %3 of GPU time
Double-click: only this one</source>
        <translation>%1
%2 Kernel, Kopien und Füllungen, %3 GPU-Zeit
Doppelklick: nur diese</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>(ohne Namen)</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::MainWindow</name>
    <message>
        <source>Lanescope</source>
        <translation>Lanescope</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Findings and match report</source>
        <translation>Befunde und Zuordnung</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>Marken</translation>
    </message>
    <message>
        <source>Show findings and match report</source>
        <translation>Befunde und Zuordnung zeigen</translation>
    </message>
    <message>
        <source>Open trace</source>
        <translation>Trace öffnen</translation>
    </message>
    <message>
        <source>Traces (*.json *.json.gz *.gz *.zip);;All files (*)</source>
        <translation>Traces (*.json *.json.gz *.gz *.zip);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open annotations</source>
        <translation>Annotationen öffnen</translation>
    </message>
    <message>
        <source>Annotations (*.json *.pkl);;All files (*)</source>
        <translation>Annotationen (*.json *.pkl);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Export annotated trace</source>
        <translation>Annotierten Trace exportieren</translation>
    </message>
    <message>
        <source>Traces (*.json *.json.gz);;All files (*)</source>
        <translation>Traces (*.json *.json.gz);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>PNG (*.png);;SVG (*.svg);;PDF (*.pdf)</source>
        <translation>PNG (*.png);;SVG (*.svg);;PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Go to track</source>
        <translation>Zur Spur</translation>
    </message>
    <message>
        <source>Run a command</source>
        <translation>Befehl ausführen</translation>
    </message>
    <message>
        <source>Fit in view</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>Filter by annotation “%1”</source>
        <translation>Nach Annotation „%1“ filtern</translation>
    </message>
    <message>
        <source>Filter by this name</source>
        <translation>Nach diesem Namen filtern</translation>
    </message>
    <message>
        <source>Fit all</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Pin above all</source>
        <translation>Oben anheften</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Taller rows</source>
        <translation>Höhere Zeilen</translation>
    </message>
    <message>
        <source>Flatter rows</source>
        <translation>Flachere Zeilen</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 wird geöffnet</translation>
    </message>
    <message>
        <source>%1 changed on disk; what is shown is the file as it was.</source>
        <translation>%1 hat sich auf der Platte geändert; gezeigt wird die Datei, wie sie war.</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>%1 is no trace, but belongs to one. Open the trace first.</source>
        <translation>%1 ist kein Trace, gehört aber zu einem. Öffnen Sie zuerst den Trace.</translation>
    </message>
    <message>
        <source>The trace holds no event that has a place in time.</source>
        <translation>Der Trace enthält kein Ereignis mit einer Zeit.</translation>
    </message>
    <message>
        <source>1 finding</source>
        <translation>1 Befund</translation>
    </message>
    <message>
        <source>%1 findings</source>
        <translation>%1 Befunde</translation>
    </message>
    <message>
        <source>No trace open</source>
        <translation>Kein Trace geöffnet</translation>
    </message>
    <message>
        <source>%1 — Lanescope</source>
        <translation>%1 — Lanescope</translation>
    </message>
    <message>
        <source>%1 · %2 events · %3</source>
        <translation>%1 · %2 Ereignisse · %3</translation>
    </message>
    <message>
        <source>%1 of %2 graphed GPU slices annotated</source>
        <translation>%1 von %2 GPU-Scheiben aus Graphen annotiert</translation>
    </message>
    <message>
        <source>%1 GPU slices, none from a CUDA graph</source>
        <translation>%1 GPU-Scheiben, keine aus einem CUDA-Graphen</translation>
    </message>
    <message>
        <source>&amp;Clear this list</source>
        <translation>Diese Liste &amp;leeren</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>%1 wird geschrieben</translation>
    </message>
    <message>
        <source>%1 annotated GPU slices written to %2</source>
        <translation>%1 annotierte GPU-Scheiben nach %2 geschrieben</translation>
    </message>
    <message>
        <source>A picture of the timeline is in the clipboard</source>
        <translation>Ein Bild der Zeitleiste liegt in der Zwischenablage</translation>
    </message>
    <message>
        <source>Picture written to %1</source>
        <translation>Bild nach %1 geschrieben</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Marked: %1</source>
        <translation>Markiert: %1</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>All %1 files aligned</source>
        <translation>Alle %1 Dateien ausgerichtet</translation>
    </message>
    <message>
        <source>%1 of %2 files aligned: the others have no such slice</source>
        <translation>%1 von %2 Dateien ausgerichtet: die anderen haben keine solche Scheibe</translation>
    </message>
    <message>
        <source>Open a folder of traces as ranks</source>
        <translation>Einen Ordner mit Traces als Ränge öffnen</translation>
    </message>
    <message>
        <source>%1 exists already: choose another folder, or move it away</source>
        <translation>%1 gibt es schon: wählen Sie einen anderen Ordner oder verschieben Sie die Datei</translation>
    </message>
    <message>
        <source>Writing %1 files</source>
        <translation>%1 Dateien werden geschrieben</translation>
    </message>
    <message>
        <source>%1 annotated GPU slices written to %2 files in %3</source>
        <translation>%1 annotierte GPU-Scheiben in %2 Dateien in %3 geschrieben</translation>
    </message>
    <message>
        <source>Export every file into a folder</source>
        <translation>Jede Datei in einen Ordner exportieren</translation>
    </message>
    <message>
        <source>Moving the files of %1</source>
        <translation>Die Dateien von %1 werden verschoben</translation>
    </message>
    <message>
        <source>Annotation files are not joined to several traces at once; those that lie beside each trace are found without being opened.</source>
        <translation>Annotationsdateien werden nicht mehreren Traces zugleich zugeordnet; die neben jedem Trace liegen, werden auch so gefunden.</translation>
    </message>
    <message>
        <source>A trace has one annotation file; the first one is opened.</source>
        <translation>Ein Trace hat eine Annotationsdatei; die erste wird geöffnet.</translation>
    </message>
    <message>
        <source>Aligned by their first event: the files&apos; clocks have nothing in common. View › Panels › Files moves them.</source>
        <translation>Nach ihrem ersten Ereignis ausgerichtet: Die Uhren der Dateien haben nichts gemeinsam. Ansicht › Leisten › Dateien verschiebt sie.</translation>
    </message>
    <message>
        <source>Leave out this name</source>
        <translation>Diesen Namen weglassen</translation>
    </message>
    <message>
        <source>Pin or unpin its track</source>
        <translation>Ihre Spur anheften oder lösen</translation>
    </message>
    <message>
        <source>Hide its track</source>
        <translation>Ihre Spur ausblenden</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>Ausklappen</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>Einklappen</translation>
    </message>
    <message>
        <source>Hide all its tracks</source>
        <translation>Alle ihre Spuren ausblenden</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::MarksModel</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::MarksPanel</name>
    <message>
        <source>M marks the selection, the marked range or the time under the mouse</source>
        <translation>M markiert die Auswahl, den Bereich oder die Zeit unter der Maus</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>Marken</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::MessageBar</name>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Dismiss the message</source>
        <translation>Die Meldung schließen</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::OverviewStrip</name>
    <message>
        <source>Overview of the whole trace</source>
        <translation>Übersicht über den ganzen Trace</translation>
    </message>
    <message>
        <source>%1 from %2 on are shown</source>
        <translation>%1 ab %2 werden gezeigt</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>%1 insgesamt</translation>
    </message>
    <message>
        <source>summing up …</source>
        <translation>wird zusammengefasst …</translation>
    </message>
    <message>
        <source>how busy the GPU is</source>
        <translation>Auslastung der GPU</translation>
    </message>
    <message>
        <source>how busy threads are</source>
        <translation>Auslastung der Threads</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>bei %1</translation>
    </message>
    <message>
        <source> · %1 % busy</source>
        <translation> · zu %1 % ausgelastet</translation>
    </message>
    <message>
        <source> · mostly %1</source>
        <translation> · meist %1</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::ProgressStrip</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>reading, %1 events so far</source>
        <translation>liest, bisher %1 Ereignisse</translation>
    </message>
    <message>
        <source>joining annotations</source>
        <translation>ordnet Annotationen zu</translation>
    </message>
    <message>
        <source>arranging lanes</source>
        <translation>ordnet Bahnen an</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>schreibt</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::RangeTab</name>
    <message>
        <source>Classes…</source>
        <translation>Klassen…</translation>
    </message>
    <message>
        <source>A file of rules that tell communication, copies and classes of your own apart, a line each: &quot;communication: kernel:my_all_reduce*&quot;</source>
        <translation>Eine Datei mit Regeln, die Kommunikation, Kopien und eigene Klassen unterscheiden, je Zeile eine: &quot;communication: kernel:my_all_reduce*&quot;</translation>
    </message>
    <message>
        <source>What the time was spent on</source>
        <translation>Wofür die Zeit verging</translation>
    </message>
    <message>
        <source>Rules for classes of work</source>
        <translation>Regeln für Klassen von Arbeit</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>%1 is larger than 1 MiB: is it a file of rules?</source>
        <translation>%1 ist größer als 1 MiB: ist das eine Regeldatei?</translation>
    </message>
    <message>
        <source>Classes: %1</source>
        <translation>Klassen: %1</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::ReplaysTab</name>
    <message>
        <source>No graph launches in this trace</source>
        <translation>Keine Graphstarts in diesem Trace</translation>
    </message>
    <message>
        <source>1 outlier</source>
        <translation>1 Ausreißer</translation>
    </message>
    <message>
        <source>%1 outliers</source>
        <translation>%1 Ausreißer</translation>
    </message>
    <message>
        <source>Replays</source>
        <translation>Wiedergaben</translation>
    </message>
    <message>
        <source>Nodes of the replay against the median</source>
        <translation>Knoten der Wiedergabe gegen den Median</translation>
    </message>
    <message>
        <source>%1: %2 replays, median %3</source>
        <translation>%1: %2 Wiedergaben, Median %3</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::ScopeTracker</name>
    <message>
        <source>Marked range %1 to %2 (%3)</source>
        <translation>Markierter Bereich %1 bis %2 (%3)</translation>
    </message>
    <message>
        <source>Whole trace</source>
        <translation>Ganzer Trace</translation>
    </message>
    <message>
        <source>%1, what the filter leaves</source>
        <translation>%1, was der Filter lässt</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::StatisticsPanel</name>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Replays</source>
        <translation>Wiedergaben</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::StatisticsTab</name>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Wird berechnet…</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the selected lines, or all, for a spreadsheet (tab-separated)</source>
        <translation>Die gewählten Zeilen, oder alle, für eine Tabellenkalkulation kopieren (mit Tabulatoren)</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>CSV exportieren…</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>CSV exportieren</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>%1 was not written: %2</source>
        <translation>%1 wurde nicht geschrieben: %2</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::TableTab</name>
    <message>
        <source>%1 pieces, busy %2</source>
        <translation>%1 Stücke, ausgelastet %2</translation>
    </message>
    <message>
        <source>, %1 in regions</source>
        <translation>, %1 in Bereichen</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Region, phase, kernel</source>
        <translation>Bereich, Phase, Kernel</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>Module, phase, kernel</source>
        <translation>Modul, Phase, Kernel</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Phase, module</source>
        <translation>Phase, Modul</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>Sum up by</source>
        <translation>Summieren nach</translation>
    </message>
    <message>
        <source>Short names</source>
        <translation>Kurze Namen</translation>
    </message>
    <message>
        <source>Full names</source>
        <translation>Volle Namen</translation>
    </message>
    <message>
        <source>Names of kernels</source>
        <translation>Namen der Kernel</translation>
    </message>
    <message>
        <source>Names of kernels: kernels with the same short name are one row</source>
        <translation>Namen der Kernel: Kernel mit gleichem kurzen Namen sind eine Zeile</translation>
    </message>
    <message>
        <source>Name contains…</source>
        <translation>Name enthält…</translation>
    </message>
    <message>
        <source>Name contains</source>
        <translation>Name enthält</translation>
    </message>
    <message>
        <source>These are too many kernels for a filter: take full names</source>
        <translation>Das sind zu viele Kernel für einen Filter: nehmen Sie volle Namen</translation>
    </message>
    <message>
        <source>Replay, region</source>
        <translation>Wiedergabe, Bereich</translation>
    </message>
    <message>
        <source>Replay, module</source>
        <translation>Wiedergabe, Modul</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Rank, region</source>
        <translation>Rang, Bereich</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::TimelinePlot</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::TimelineToolBar</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>Streams</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>Aufgezeichnet</translation>
    </message>
    <message>
        <source>Show work on the streams it was recorded on</source>
        <translation>Arbeit auf den Streams zeigen, auf denen sie aufgezeichnet wurde</translation>
    </message>
    <message>
        <source>Annotated</source>
        <translation>Annotiert</translation>
    </message>
    <message>
        <source>Show work on the streams its annotations name</source>
        <translation>Arbeit auf den Streams zeigen, die ihre Annotationen nennen</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Show all phases</source>
        <translation>Alle Phasen zeigen</translation>
    </message>
    <message>
        <source>Show phase “%1”: %2 GPU slices</source>
        <translation>Phase „%1“ zeigen: %2 GPU-Scheiben</translation>
    </message>
    <message>
        <source>Captured</source>
        <translation>Erfasst</translation>
    </message>
    <message>
        <source>Show work of CUDA graphs on lanes as the program forked and joined its streams</source>
        <translation>Arbeit von CUDA-Graphen auf Bahnen zeigen, wie das Programm seine Streams teilte und zusammenführte</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::TimelineView</name>
    <message>
        <source>Scroll tracks</source>
        <translation>Spuren rollen</translation>
    </message>
    <message>
        <source>Scroll time</source>
        <translation>Zeit rollen</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::WarningsPanel</name>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Nothing odd was found in this trace.</source>
        <translation>In diesem Trace fiel nichts auf.</translation>
    </message>
    <message>
        <source>What the finding means, and the match report</source>
        <translation>Was der Befund bedeutet, und die Zuordnung</translation>
    </message>
    <message>
        <source>Unreliable: %1</source>
        <translation>Unzuverlässig: %1</translation>
    </message>
    <message>
        <source>Match report</source>
        <translation>Zuordnung</translation>
    </message>
</context>
<context>
    <name>lanescope::desktop::WelcomePage</name>
    <message>
        <source>Lanescope</source>
        <translation>Lanescope</translation>
    </message>
    <message>
        <source>See which model region every kernel of a CUDA graph belongs to. Open a profiler&apos;s Chrome trace (.json, .json.gz or .zip); its annotation file is found beside it, or opened after it.</source>
        <translation>Sehen Sie, zu welchem Teil des Modells jeder Kernel eines CUDA-Graphen gehört. Öffnen Sie den Chrome-Trace eines Profilers (.json, .json.gz oder .zip); seine Annotationsdatei wird daneben gefunden oder danach geöffnet.</translation>
    </message>
    <message>
        <source>Open trace…</source>
        <translation>Trace öffnen…</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>Beispiel öffnen</translation>
    </message>
    <message>
        <source>Files can also be dropped here.</source>
        <translation>Dateien können auch hierher gezogen werden.</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
</context>
</TS>
