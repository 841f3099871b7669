-- Questionnaires get versions that are drafted, approved and published from a day on, and a scoring that turns answers into
-- a risk class. What was published never changes: who answered it can always be shown what was asked.
alter table questionnaires
  drop column is_current,
  add column title text not null check (is_not_blank(title) and length(title) <= 200),
  add column scoring jsonb check (jsonb_typeof(scoring) = 'object'),
  add column state text not null default 'draft' check (state in ('draft', 'submitted', 'published')),
  add column published_from date,
  add column editors uuid[] not null default '{}',
  add column submitted_by uuid,
  add column submitted_at timestamptz,
  add column approved_by uuid,
  add column approved_at timestamptz,
  add column row_version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add check ((state = 'published') = (published_from is not null)),
  add check ((state = 'draft') = (submitted_at is null) or state = 'published'),
  add foreign key (tenant_id, submitted_by) references users (tenant_id, id),
  add foreign key (tenant_id, approved_by) references users (tenant_id, id);
create index questionnaires_published on questionnaires (tenant_id, questionnaire_key, published_from desc, version desc)
  where state = 'published';
create unique index questionnaires_unpublished on questionnaires (tenant_id, questionnaire_key) where state <> 'published';
create index questionnaires_submitted_by on questionnaires (tenant_id, submitted_by) where submitted_by is not null;
create index questionnaires_approved_by on questionnaires (tenant_id, approved_by) where approved_by is not null;
select track_row_version('questionnaires');

create function keep_published_questionnaires() returns trigger
  language plpgsql
  as $$
begin
  if old.state = 'published' then
    raise exception 'A published questionnaire never changes.' using errcode = 'check_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger keep_published before update or delete on questionnaires
  for each row execute function keep_published_questionnaires();

-- Answers belong to the day they were given on and keep the result that was confirmed.
alter table questionnaire_answers
  add column answered_on date not null,
  add column result jsonb check (jsonb_typeof(result) = 'object'),
  add column comment text not null default '' check (length(comment) <= 2000);
create index questionnaire_answers_created_by on questionnaire_answers (tenant_id, created_by) where created_by is not null;

alter table risk_assessments
  add column questionnaire_answers_id uuid,
  add foreign key (tenant_id, questionnaire_answers_id) references questionnaire_answers (tenant_id, id)
    on delete set null (questionnaire_answers_id);
create index risk_assessments_answers on risk_assessments (tenant_id, questionnaire_answers_id)
  where questionnaire_answers_id is not null;

-- Every house begins with a questionnaire it can use on the first day.
create function add_delivered_questionnaires(p_tenant_id uuid) returns void
  language sql
  as $body$
  insert into questionnaires (tenant_id, questionnaire_key, version, title, questions, scoring, state, submitted_at,
    published_from)
  select p_tenant_id, 'riskProfile', 1, 'Risikoprofil', $questions$[
  {"id": "goal", "questionType": "singleSelect", "section": "Ziele und Anlagedauer", "title": "Welches Ziel hat die Anlage vor allem?", "hint": "", "styleHint": "COLUMNS", "values": [{"id": "retirement", "label": "Altersvorsorge", "description": "", "isOther": false, "points": 0}, {"id": "growth", "label": "Vermögensaufbau", "description": "", "isOther": false, "points": 0}, {"id": "reserve", "label": "Rücklage", "description": "", "isOther": false, "points": 0}, {"id": "other", "label": "Sonstiges", "description": "", "isOther": true, "points": 0}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": null, "profileField": null},
  {"id": "horizon", "questionType": "number", "section": "", "title": "In wie vielen Jahren wird das Geld voraussichtlich gebraucht?", "hint": "Ganze Jahre ab heute. Wird das Geld nach und nach gebraucht, zählt der Beginn.", "styleHint": null, "values": [], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": "horizon", "profileField": "horizonYears"},
  {"id": "profession", "questionType": "freeText", "section": "Kenntnisse und Erfahrungen", "title": "Welcher Beruf wird ausgeübt oder wurde zuletzt ausgeübt?", "hint": "", "styleHint": "SINGLE_LINE", "values": [], "nonValueId": null, "isRequired": false, "visibleIf": null, "scale": null, "profileField": null},
  {"id": "knowledge", "questionType": "multiSelect", "section": "", "title": "Welche Anlagen sind bekannt?", "hint": "Bekannt ist eine Anlage, wenn ihre <b>Funktionsweise und Risiken</b> erklärt werden können oder schon damit angelegt wurde.", "styleHint": "COLUMNS", "values": [{"id": "moneyMarket", "label": "Geldmarktfonds", "description": "", "isOther": false, "points": 0}, {"id": "bonds", "label": "Rentenfonds", "description": "", "isOther": false, "points": 0}, {"id": "mixed", "label": "Mischfonds", "description": "", "isOther": false, "points": 0}, {"id": "equity", "label": "Aktienfonds", "description": "", "isOther": false, "points": 0}, {"id": "etf", "label": "ETF", "description": "", "isOther": false, "points": 0}, {"id": "realEstate", "label": "Immobilienfonds", "description": "", "isOther": false, "points": 0}, {"id": "certificates", "label": "Zertifikate und Derivate", "description": "", "isOther": false, "points": 0}, {"id": "none", "label": "Keine davon", "description": "", "isOther": false, "points": 0}], "nonValueId": "none", "isRequired": true, "visibleIf": null, "scale": null, "profileField": "knowledge"},
  {"id": "lastPurchase", "questionType": "date", "section": "", "title": "Wann wurde zuletzt in eine dieser Anlagen investiert?", "hint": "Der ungefähre Tag genügt. Wurde noch nie investiert, bleibt das Feld leer.", "styleHint": null, "values": [], "nonValueId": null, "isRequired": false, "visibleIf": {"operator": "or", "conditions": [{"operator": "eq", "path": "knowledge.moneyMarket", "value": true}, {"operator": "eq", "path": "knowledge.bonds", "value": true}, {"operator": "eq", "path": "knowledge.mixed", "value": true}, {"operator": "eq", "path": "knowledge.equity", "value": true}, {"operator": "eq", "path": "knowledge.etf", "value": true}, {"operator": "eq", "path": "knowledge.realEstate", "value": true}, {"operator": "eq", "path": "knowledge.certificates", "value": true}]}, "scale": null, "profileField": null},
  {"id": "reserve", "questionType": "singleSelect", "section": "Finanzielle Verhältnisse", "title": "Wie viele Monatsausgaben sind außerhalb dieser Anlage jederzeit verfügbar?", "hint": "", "styleHint": "COLUMNS", "values": [{"id": "less3", "label": "Weniger als drei", "description": "", "isOther": false, "points": 0}, {"id": "from3to6", "label": "Drei bis sechs", "description": "", "isOther": false, "points": 1}, {"id": "more6", "label": "Mehr als sechs", "description": "", "isOther": false, "points": 2}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": "capacity", "profileField": null},
  {"id": "surplus", "questionType": "number", "section": "", "title": "Wie viel Geld bleibt im Monat nach allen Ausgaben übrig?", "hint": "In ganzen Euro, auch als ungefährer Betrag.", "styleHint": null, "values": [], "nonValueId": null, "isRequired": false, "visibleIf": null, "scale": null, "profileField": null},
  {"id": "lossCapacity", "questionType": "singleSelect", "section": "", "title": "Welche Verluste können finanziell getragen werden?", "hint": "Gemeint ist, was möglich ist, ohne den Lebensstandard einzuschränken. Was gewünscht ist, wird danach gefragt.", "styleHint": null, "values": [{"id": "none", "label": "Keine", "description": "Das angelegte Geld wird vollständig gebraucht.", "isOther": false, "points": 0}, {"id": "limited", "label": "Begrenzte", "description": "Ein Teil kann verloren gehen, ohne den Lebensstandard einzuschränken.", "isOther": false, "points": 5}, {"id": "full", "label": "Hohe, auch das ganze angelegte Geld", "description": "Der Lebensstandard hängt nicht von dieser Anlage ab.", "isOther": false, "points": 10}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": "capacity", "profileField": "lossCapacity"},
  {"id": "priority", "questionType": "singleSelect", "section": "Risikobereitschaft", "title": "Was ist bei dieser Anlage wichtiger?", "hint": "", "styleHint": null, "values": [{"id": "safety", "label": "Das Geld zu erhalten, auch wenn es kaum Ertrag bringt", "description": "", "isOther": false, "points": 0}, {"id": "mostlySafety", "label": "Vor allem Sicherheit, mit etwas Ertrag", "description": "", "isOther": false, "points": 1}, {"id": "balanced", "label": "Sicherheit und Ertrag gleichermaßen", "description": "", "isOther": false, "points": 2}, {"id": "mostlyReturn", "label": "Vor allem Ertrag, mit etwas Sicherheit", "description": "", "isOther": false, "points": 3}, {"id": "return", "label": "Ein möglichst hoher Ertrag, auch bei hohen Verlusten zwischendurch", "description": "", "isOther": false, "points": 4}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": "tolerance", "profileField": null},
  {"id": "fall", "questionType": "singleSelect", "section": "", "title": "Die Anlage verliert in wenigen Monaten 20 % ihres Werts. Was geschieht?", "hint": "", "styleHint": null, "values": [{"id": "sellAll", "label": "Alles wird verkauft", "description": "", "isOther": false, "points": 0}, {"id": "sellPart", "label": "Ein Teil wird verkauft", "description": "", "isOther": false, "points": 1}, {"id": "wait", "label": "Abwarten", "description": "", "isOther": false, "points": 3}, {"id": "buy", "label": "Es wird nachgekauft", "description": "", "isOther": false, "points": 4}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": "tolerance", "profileField": null},
  {"id": "fluctuation", "questionType": "singleSelect", "section": "", "title": "Welcher Wertverlust innerhalb eines Jahres ist noch erträglich?", "hint": "", "styleHint": "COLUMNS", "values": [{"id": "upTo5", "label": "Bis 5 %", "description": "", "isOther": false, "points": 0}, {"id": "upTo10", "label": "Bis 10 %", "description": "", "isOther": false, "points": 1}, {"id": "upTo20", "label": "Bis 20 %", "description": "", "isOther": false, "points": 2}, {"id": "upTo30", "label": "Bis 30 %", "description": "", "isOther": false, "points": 3}, {"id": "more", "label": "Mehr als 30 %", "description": "", "isOther": false, "points": 4}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": "tolerance", "profileField": null},
  {"id": "choice", "questionType": "singleSelect", "section": "", "title": "Welche dieser Anlagen kommt am ehesten in Frage?", "hint": "Angegeben sind ein gutes und ein schlechtes Jahr.", "styleHint": "COLUMNS", "values": [{"id": "first", "label": "+3 % oder 0 %", "description": "", "isOther": false, "points": 0}, {"id": "second", "label": "+6 % oder −4 %", "description": "", "isOther": false, "points": 1}, {"id": "third", "label": "+12 % oder −12 %", "description": "", "isOther": false, "points": 2}, {"id": "fourth", "label": "+20 % oder −25 %", "description": "", "isOther": false, "points": 3}, {"id": "fifth", "label": "+30 % oder −40 %", "description": "", "isOther": false, "points": 4}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": "tolerance", "profileField": null},
  {"id": "worry", "questionType": "singleSelect", "section": "", "title": "Wie oft würden Wertschwankungen Sorgen bereiten?", "hint": "", "styleHint": "COLUMNS", "values": [{"id": "always", "label": "Ständig", "description": "", "isOther": false, "points": 0}, {"id": "often", "label": "Oft", "description": "", "isOther": false, "points": 1}, {"id": "sometimes", "label": "Manchmal", "description": "", "isOther": false, "points": 2}, {"id": "rarely", "label": "Selten", "description": "", "isOther": false, "points": 3}, {"id": "never", "label": "Nie", "description": "", "isOther": false, "points": 4}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": "tolerance", "profileField": null},
  {"id": "sustainability", "questionType": "singleSelect", "section": "Nachhaltigkeit", "title": "Sollen Nachhaltigkeitsfaktoren bei der Anlage berücksichtigt werden?", "hint": "Nachhaltigkeitsfaktoren sind Umwelt, Soziales und Arbeitnehmerbelange, Menschenrechte und die Bekämpfung von Korruption. Jede Antwort ist gleichermaßen möglich.", "styleHint": null, "values": [{"id": "none", "label": "Nein", "description": "", "isOther": false, "points": 0}, {"id": "minimumShare", "label": "Ja, mit einem Mindestanteil nachhaltiger Anlagen", "description": "Ökologisch nachhaltige Anlagen nach der Taxonomie-Verordnung oder nachhaltige Investitionen nach der Offenlegungsverordnung.", "isOther": false, "points": 0}, {"id": "pai", "label": "Ja, mit Rücksicht auf nachteilige Auswirkungen", "description": "Anlagen, bei denen die wichtigsten nachteiligen Auswirkungen auf Nachhaltigkeitsfaktoren berücksichtigt werden.", "isOther": false, "points": 0}], "nonValueId": null, "isRequired": true, "visibleIf": null, "scale": null, "profileField": "sustainabilityKind"},
  {"id": "taxonomyShare", "questionType": "number", "section": "", "title": "Welcher Anteil soll mindestens ökologisch nachhaltig nach der Taxonomie-Verordnung sein?", "hint": "In Prozent. Bleibt das Feld leer, gibt es keinen solchen Mindestanteil.", "styleHint": null, "values": [], "nonValueId": null, "isRequired": false, "visibleIf": {"operator": "eq", "path": "sustainability", "value": "minimumShare"}, "scale": null, "profileField": "minimumShareTaxonomy"},
  {"id": "sustainableShare", "questionType": "number", "section": "", "title": "Welcher Anteil soll mindestens nachhaltige Investition nach der Offenlegungsverordnung sein?", "hint": "In Prozent. Bleibt das Feld leer, gibt es keinen solchen Mindestanteil.", "styleHint": null, "values": [], "nonValueId": null, "isRequired": false, "visibleIf": {"operator": "eq", "path": "sustainability", "value": "minimumShare"}, "scale": null, "profileField": "minimumShareSustainable"},
  {"id": "paiTopics", "questionType": "multiSelect", "section": "", "title": "Welche nachteiligen Auswirkungen sollen berücksichtigt werden?", "hint": "", "styleHint": "COLUMNS", "values": [{"id": "emissions", "label": "Treibhausgase", "description": "", "isOther": false, "points": 0}, {"id": "biodiversity", "label": "Artenvielfalt", "description": "", "isOther": false, "points": 0}, {"id": "water", "label": "Wasser", "description": "", "isOther": false, "points": 0}, {"id": "waste", "label": "Abfälle", "description": "", "isOther": false, "points": 0}, {"id": "social", "label": "Soziales und Arbeitnehmerbelange", "description": "", "isOther": false, "points": 0}], "nonValueId": null, "isRequired": true, "visibleIf": {"operator": "eq", "path": "sustainability", "value": "pai"}, "scale": null, "profileField": "paiTopics"},
  {"id": "remarks", "questionType": "freeText", "section": "Bemerkungen", "title": "Was soll zu diesen Angaben festgehalten werden?", "hint": "", "styleHint": null, "values": [], "nonValueId": null, "isRequired": false, "visibleIf": null, "scale": null, "profileField": null}
]$questions$::jsonb,
    $scoring${"validMonths": 24,
"scales": [
  {"key": "tolerance", "tables": [{"classCount": 3, "rows": [{"riskClassId": 1, "from": null, "to": 6}, {"riskClassId": 2, "from": 7, "to": 13}, {"riskClassId": 3, "from": 14, "to": null}]}, {"classCount": 5, "rows": [{"riskClassId": 1, "from": null, "to": 3}, {"riskClassId": 2, "from": 4, "to": 7}, {"riskClassId": 3, "from": 8, "to": 12}, {"riskClassId": 4, "from": 13, "to": 16}, {"riskClassId": 5, "from": 17, "to": null}]}, {"classCount": 7, "rows": [{"riskClassId": 1, "from": null, "to": 2}, {"riskClassId": 2, "from": 3, "to": 5}, {"riskClassId": 3, "from": 6, "to": 8}, {"riskClassId": 4, "from": 9, "to": 11}, {"riskClassId": 5, "from": 12, "to": 14}, {"riskClassId": 6, "from": 15, "to": 17}, {"riskClassId": 7, "from": 18, "to": null}]}]},
  {"key": "capacity", "tables": [{"classCount": 3, "rows": [{"riskClassId": 1, "from": null, "to": 2}, {"riskClassId": 2, "from": 3, "to": 9}, {"riskClassId": 3, "from": 10, "to": null}]}, {"classCount": 5, "rows": [{"riskClassId": 1, "from": null, "to": 2}, {"riskClassId": 2, "from": 3, "to": 5}, {"riskClassId": 3, "from": 6, "to": 8}, {"riskClassId": 4, "from": 9, "to": 10}, {"riskClassId": 5, "from": 11, "to": null}]}, {"classCount": 7, "rows": [{"riskClassId": 1, "from": null, "to": 1}, {"riskClassId": 2, "from": 2, "to": 4}, {"riskClassId": 3, "from": 5, "to": 5}, {"riskClassId": 4, "from": 6, "to": 7}, {"riskClassId": 5, "from": 8, "to": 10}, {"riskClassId": 6, "from": 11, "to": 11}, {"riskClassId": 7, "from": 12, "to": null}]}]},
  {"key": "horizon", "tables": [{"classCount": 3, "rows": [{"riskClassId": 1, "from": null, "to": 4}, {"riskClassId": 2, "from": 5, "to": 9}, {"riskClassId": 3, "from": 10, "to": null}]}, {"classCount": 5, "rows": [{"riskClassId": 1, "from": null, "to": 2}, {"riskClassId": 2, "from": 3, "to": 4}, {"riskClassId": 3, "from": 5, "to": 7}, {"riskClassId": 4, "from": 8, "to": 11}, {"riskClassId": 5, "from": 12, "to": null}]}, {"classCount": 7, "rows": [{"riskClassId": 1, "from": null, "to": 1}, {"riskClassId": 2, "from": 2, "to": 2}, {"riskClassId": 3, "from": 3, "to": 4}, {"riskClassId": 4, "from": 5, "to": 7}, {"riskClassId": 5, "from": 8, "to": 9}, {"riskClassId": 6, "from": 10, "to": 14}, {"riskClassId": 7, "from": 15, "to": null}]}]}
],
"contradictions": [
  {"id": "lossesWantedNotBorne", "when": {"operator": "and", "conditions": [{"operator": "eq", "path": "lossCapacity", "value": "none"}, {"operator": "in", "path": "fluctuation", "value": ["upTo20", "upTo30", "more"]}]}, "text": "Verluste können nicht getragen werden, ein Wertverlust von 20 % oder mehr gilt aber als erträglich.", "source": "Art. 54 Abs. 7 Buchst. d der Delegierten Verordnung (EU) 2017/565"},
  {"id": "safetyAndGamble", "when": {"operator": "and", "conditions": [{"operator": "eq", "path": "priority", "value": "safety"}, {"operator": "in", "path": "choice", "value": ["fourth", "fifth"]}]}, "text": "Das Geld soll vor allem erhalten bleiben, gewählt wurde aber eine Anlage mit hohen möglichen Verlusten.", "source": "Art. 54 Abs. 7 Buchst. d der Delegierten Verordnung (EU) 2017/565"},
  {"id": "sellsButBears", "when": {"operator": "and", "conditions": [{"operator": "eq", "path": "fall", "value": "sellAll"}, {"operator": "in", "path": "fluctuation", "value": ["upTo30", "more"]}]}, "text": "Bei einem Verlust von 20 % würde alles verkauft, ein höherer Verlust gilt aber als erträglich.", "source": "Art. 54 Abs. 7 Buchst. d der Delegierten Verordnung (EU) 2017/565"},
  {"id": "riskWithoutKnowledge", "when": {"operator": "and", "conditions": [{"operator": "eq", "path": "knowledge.none", "value": true}, {"operator": "in", "path": "priority", "value": ["mostlyReturn", "return"]}]}, "text": "Ein hoher Ertrag ist wichtiger als Sicherheit, keine der Anlagen ist aber bekannt.", "source": "Art. 54 Abs. 2 Buchst. c der Delegierten Verordnung (EU) 2017/565"},
  {"id": "reserveAndRisk", "when": {"operator": "and", "conditions": [{"operator": "eq", "path": "goal", "value": "reserve"}, {"operator": "in", "path": "priority", "value": ["mostlyReturn", "return"]}]}, "text": "Die Anlage soll Rücklage sein, ein hoher Ertrag ist aber wichtiger als Sicherheit.", "source": "Art. 54 Abs. 7 Buchst. d der Delegierten Verordnung (EU) 2017/565"}
]}$scoring$::jsonb, 'published', now(), '2020-01-01'
   where not exists (select from questionnaires q
      where q.tenant_id = p_tenant_id and q.questionnaire_key = 'riskProfile');
$body$;
revoke all on function add_delivered_questionnaires(uuid) from public;
do $$
declare
  tenant uuid;
begin
  for tenant in select tenant_id from list_tenants() loop
    perform set_config('app.tenant_id', tenant::text, true);
    perform add_delivered_questionnaires(tenant);
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
