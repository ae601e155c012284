-- What requests of the SDK show and no other row keeps: that they are signed, or should be; that a device's clock is
-- wrong; that a link opened the app. Summed for each day, with the latest install.
create table sdk_signals (
  project_id uuid not null,
  day date not null,
  signal text not null check (signal in ('signed', 'unsigned', 'clock_skew', 'deep_link')),
  count bigint not null,
  last_at timestamptz not null,
  install_id text,
  platform text,
  example text,
  primary key (project_id, day, signal)
);
