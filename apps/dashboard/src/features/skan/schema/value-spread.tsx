const VALUES = Array.from({ length: 64 }, (_, value) => value);
const count = new Intl.NumberFormat('en');
/** What came at all can be seen. */
const LOWEST = 12;

/** In per cent of the highest bar. By the root, since a few values have most installs. */
function heightOf(installs: number, most: number): string {
  return installs === 0 ? '1px' : `${Math.max(LOWEST, Math.sqrt(installs / most) * 100)}%`;
}

/** How installs would be spread over the 64 values. */
export function ValueSpread({ installs }: { installs: readonly number[] }) {
  const most = Math.max(...installs, 1);
  const used = installs.filter((one) => one > 0).length;
  return (
    <span
      role="img"
      aria-label={`Installs by value, 0 to 63: ${used} values have installs, one has ${count.format(most)} of them`}
      className="mt-1.5 flex h-7 w-full max-w-72 items-end gap-px"
    >
      {VALUES.map((value) => {
        const own = installs[value] ?? 0;
        return (
          <span
            key={value}
            title={`Value ${value}: ${count.format(own)}`}
            className={own === 0 ? 'flex-1 bg-line-strong' : 'flex-1 rounded-t-[1px] bg-accent'}
            style={{ height: heightOf(own, most) }}
          />
        );
      })}
    </span>
  );
}
