-- Whether the client was asked: somebody who answers no to everything leaves the same columns as a class that was only chosen by hand.
-- A class chosen by hand afterwards keeps what she said, and that she was asked. False on old rows: then the answers they name decide.
alter table risk_assessments add column was_asked boolean not null default false;
