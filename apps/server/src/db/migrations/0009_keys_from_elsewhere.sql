-- Apps carry the token of the provider that they were built for: a project may take it over beside its own.
alter table project_tokens add column origin text not null default 'generated';
alter table project_tokens
  add constraint project_tokens_origin check (origin in ('generated', 'imported'));

-- A signature is stored before its request is executed, together with the call that it was presented to; the answer
-- follows. Older rows are keyed by the text of the signature and would never be found again.
delete from signed_answers;
alter table signed_answers alter column answer drop not null;
alter table signed_answers add column call text not null default '';
