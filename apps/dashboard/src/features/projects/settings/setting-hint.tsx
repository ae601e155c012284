interface SettingHintProps {
  /** What the setting changes, in one sentence. */
  effect: string;
  /** What holds where nobody has set it, in words. */
  usual: string;
}

/** Below a setting: what it changes, and its default. */
export function SettingHint({ effect, usual }: SettingHintProps) {
  return (
    <>
      {effect} <span className="inline-block text-text-2">Default: {usual}.</span>
    </>
  );
}
