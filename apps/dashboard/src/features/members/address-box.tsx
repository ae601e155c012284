import { CircleAlert } from 'lucide-react';
import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, useRef } from 'react';
import { Chip } from '../../ui/chip.tsx';
import { cn } from '../../ui/cn.ts';
import { useFieldWiring } from '../../ui/field.tsx';
import { joinAddresses, splitAddresses, type TypedAddress } from './split-addresses.ts';

interface AddressBoxProps {
  addresses: TypedAddress[];
  onAddresses: (addresses: TypedAddress[]) => void;
  /** What is being typed and is no chip yet. */
  draft: string;
  onDraft: (draft: string) => void;
}

/** Takes addresses as they are typed or pasted; a comma, a space or Enter makes each a chip. */
export function AddressBox({ addresses, onAddresses, draft, onDraft }: AddressBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const wired = useFieldWiring<ComponentProps<'input'>>({});
  const add = (text: string) => {
    onAddresses(joinAddresses(addresses, splitAddresses(text)));
    onDraft('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const ends = event.key === 'Enter' || event.key === ',' || event.key === ';' || event.key === ' ';
    if (ends && draft.trim()) {
      event.preventDefault();
      add(draft);
    } else if (event.key === 'Backspace' && draft === '') {
      onAddresses(addresses.slice(0, -1));
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    add(draft + event.clipboardData.getData('text'));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger place to hit; the input itself takes the keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      onClick={() => input.current?.focus()}
      className={cn(
        'flex max-h-44 min-h-20 flex-wrap content-start gap-1.5 overflow-y-auto rounded-sm border border-line-strong bg-raised p-2 transition-colors hover:border-line-control',
        'focus-within:border-accent focus-within:outline-1 focus-within:outline-accent',
        wired['aria-invalid'] && 'border-bad',
      )}
    >
      {addresses.map((address) => (
        <Chip
          key={address.email}
          icon={address.valid ? undefined : <CircleAlert aria-label="Not an address:" />}
          onRemove={() => onAddresses(addresses.filter((one) => one !== address))}
          removeLabel={`Remove ${address.email}`}
          className={cn('bg-panel', !address.valid && 'border-bad/60 bg-bad-soft text-bad')}
        >
          <span className="truncate">{address.email}</span>
        </Chip>
      ))}
      <input
        ref={input}
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={addresses.length === 0 ? 'asha@company.com, ben@company.com' : undefined}
        value={draft}
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className="h-control-sm min-w-40 flex-1 bg-transparent px-1 outline-none pointer-coarse:text-[16px]"
        {...wired}
      />
    </div>
  );
}
