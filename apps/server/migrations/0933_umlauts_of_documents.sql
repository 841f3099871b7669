-- A word is looked for with each of its umlauts spelled out or joined on its own: "steueruebersicht" is the Steuerübersicht, whose
-- first "ue" is none. Eight spellings at most, and beyond them all joined and all spelled out.
create function umlaut_spellings(p_word text) returns text[]
  language plpgsql immutable parallel safe
  as $$
declare
  spelled text[] := array[''];
  piece text;
  other text;
begin
  for piece in select hit[1] from regexp_matches(p_word, '(ae|oe|ue|ss|.)', 'g') as hit loop
    other := case piece when 'ae' then 'ä' when 'oe' then 'ö' when 'ue' then 'ü' when 'ss' then 'ß'
      when 'ä' then 'ae' when 'ö' then 'oe' when 'ü' then 'ue' when 'ß' then 'ss' end;
    select array_agg(begun || way) into spelled from unnest(spelled) as begun,
      unnest(case when other is null or cardinality(spelled) >= 8 then array[piece] else array[piece, other] end) as way;
  end loop;
  return spelled || array[p_word,
    replace(replace(replace(replace(p_word, 'ae', 'ä'), 'oe', 'ö'), 'ue', 'ü'), 'ss', 'ß'),
    replace(replace(replace(replace(p_word, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss')];
end
$$;

create or replace function document_title_condition(p_search text) returns text
  language sql immutable parallel safe
  as $$
  select coalesce(string_agg(distinct (
      select '(' || string_agg(distinct format('d.title ilike %L', '%'
          || replace(replace(replace(spelled, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' or ') || ')'
        from unnest(umlaut_spellings(word)) as spelled
         -- Two letters have no trigram: the index would have to be read as a whole.
         where spelled = word or length(spelled) >= 3), ' and '), 'false')
    from regexp_split_to_table(lower(coalesce(p_search, '')), '\s+') as word
   where word ~ '[[:alnum:]]'
  $$;
