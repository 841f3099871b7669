/** SQL array of a group (its placeholder) and everything below it: filters by group reach as far as rights do. */
export const groupAndBelowIds = (group: string) =>
  `array(with recursive below as (select id from groups where id = ${group}` +
  ' union select g.id from groups g join below b on g.parent_group_id = b.id) select id from below)';
