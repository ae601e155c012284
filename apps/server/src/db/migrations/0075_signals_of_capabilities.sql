-- In a busy project the latest rows are of other things: what shows a capability is known for each day.
alter table sdk_signals drop constraint sdk_signals_signal_check;
alter table sdk_signals add constraint sdk_signals_signal_check check (signal in
  ('signed', 'unsigned', 'clock_skew', 'deep_link', 'identify', 'event', 'referrer', 'consent'));
