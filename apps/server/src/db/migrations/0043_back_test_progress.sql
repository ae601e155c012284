-- Whole percents: no column of ours is inexact.
alter table skan_back_tests alter column progress drop default;
alter table skan_back_tests alter column progress type smallint using round(progress * 100);
alter table skan_back_tests alter column progress set default 0;
