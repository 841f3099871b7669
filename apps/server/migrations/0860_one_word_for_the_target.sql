-- Kinds of hints carry the names findings have: one word for what a tariff aims at.
update optimization_hints set optimization_hint_description =
  'Eine Peergroup der Zielaufteilung ist nicht im Bestand. Soll darauf hingewiesen werden?' where id = 8;
update optimization_hints set optimization_hint_description =
  'Eine Peergroup ist im Bestand, aber nicht in der Zielaufteilung. Soll darauf hingewiesen werden?' where id = 9;
update optimization_hints set optimization_hint_name = 'Abweichung von der Zielaufteilung' where id = 10;
update optimization_hints set optimization_hint_description =
  'Der Sparplan weicht von der Zielaufteilung ab. Soll darauf hingewiesen werden?' where id = 15;
update optimization_hints set optimization_hint_name = 'Risikoindikator über der Grenze' where id = 19;
