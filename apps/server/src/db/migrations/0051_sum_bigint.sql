-- The sum of counts as what they are: sum(bigint) adds up as numeric, and to turn that back takes most of the time of
-- folding, where a row has twenty sums. 0 where there is nothing to add.
create aggregate sum_bigint(bigint) (
  sfunc = int8pl,
  stype = bigint,
  initcond = '0',
  combinefunc = int8pl,
  parallel = safe
);
