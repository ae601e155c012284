-- Which postbacks have counted, when their rows are removed by age: nothing in a postback says when it was made, so that one
-- that somebody has kept would count again.
create table skan_removed_postbacks (
  project_id uuid not null,
  framework text not null,
  network_id text not null,
  transaction_id text not null,
  sequence smallint not null,
  primary key (project_id, framework, network_id, transaction_id, sequence)
);
