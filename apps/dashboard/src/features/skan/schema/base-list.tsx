import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../../ui/dropdown-menu.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { BaseEditor } from './base-editor.tsx';
import { BASE_WORDS, type BaseType, eventsOf, type FormBase, move, newBase } from './schema-form.ts';

/** A base with a key that stays when it is moved. */
export interface KeyedBase {
  key: number;
  base: FormBase;
}

interface BaseListProps {
  bases: readonly KeyedBase[];
  events: readonly string[];
  disabled: boolean;
  onChange: (bases: KeyedBase[]) => void;
}

const TYPES = Object.keys(BASE_WORDS) as BaseType[];

/** Events that a base may name: each is named once. */
function freeEvents(events: readonly string[], bases: readonly KeyedBase[], one: KeyedBase): string[] {
  const taken = new Set(bases.flatMap((other) => (other === one ? [] : eventsOf(other.base))));
  return events.filter((name) => !taken.has(name));
}

/** Bases in rising order: dragged, or moved by buttons. */
export function BaseList({ bases, events, disabled, onChange }: BaseListProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [announced, setAnnounced] = useState('');
  const moveTo = (from: number, to: number) => {
    onChange(move(bases, from, to));
    const base = bases[from]?.base;
    if (base) setAnnounced(`${BASE_WORDS[base.type].name} is at position ${to + 1} of ${bases.length}.`);
  };
  const add = (type: BaseType) => {
    const key = Math.max(0, ...bases.map((one) => one.key)) + 1;
    const base = newBase(
      type,
      events,
      bases.map((one) => one.base),
    );
    onChange([...bases, { key, base }]);
  };
  return (
    <div className="grid gap-3">
      <p role="status" className="sr-only">
        {announced}
      </p>
      <ol aria-label="Bases, the most valuable last" className="grid gap-2">
        {bases.map((one, at) => (
          <BaseRow
            key={one.key}
            {...{ one, at, disabled }}
            events={freeEvents(events, bases, one)}
            last={bases.length - 1}
            isDragged={dragged === at}
            onMove={(to) => moveTo(at, to)}
            onDrag={setDragged}
            onDrop={() => {
              if (dragged !== null && dragged !== at) moveTo(dragged, at);
              setDragged(null);
            }}
            onBase={(base) => onChange(bases.map((other) => (other === one ? { ...one, base } : other)))}
            onRemove={() => onChange(bases.filter((other) => other !== one))}
          />
        ))}
      </ol>
      {!disabled && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button className="w-fit">
              <Plus aria-hidden />
              Add base
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="start">
            {TYPES.map((type) => (
              <DropdownMenuItem key={type} onSelect={() => add(type)}>
                <span className="grid">
                  <span className="font-medium">{BASE_WORDS[type].name}</span>
                  <span className="text-sm text-text-2">{BASE_WORDS[type].text}</span>
                </span>
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </div>
  );
}

interface BaseRowProps {
  one: KeyedBase;
  at: number;
  last: number;
  events: readonly string[];
  disabled: boolean;
  isDragged: boolean;
  onMove: (to: number) => void;
  onDrag: (at: number | null) => void;
  onDrop: () => void;
  onBase: (base: FormBase) => void;
  onRemove: () => void;
}

function BaseRow(props: BaseRowProps) {
  const { one, at, last, events, disabled, isDragged, onMove, onDrag, onDrop, onBase, onRemove } = props;
  const { name, text } = BASE_WORDS[one.base.type];
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onDrop();
  };
  const moveByKey = (event: KeyboardEvent) => {
    const to = event.key === 'ArrowUp' ? at - 1 : event.key === 'ArrowDown' ? at + 1 : null;
    if (to === null) return;
    event.preventDefault();
    if (to >= 0 && to <= last) onMove(to);
  };
  return (
    <li
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      className={cn('grid gap-3 rounded-md border border-line bg-bg p-3', isDragged && 'opacity-50')}
    >
      <div className="flex items-center gap-2">
        {!disabled && (
          // A button, so that the keyboard moves it too; browsers drag only what says that it can be dragged.
          <IconButton
            label={`Drag ${name}, or move it with the arrow keys`}
            size="sm"
            draggable
            onDragStart={() => onDrag(at)}
            onDragEnd={() => onDrag(null)}
            onKeyDown={moveByKey}
            className="-ml-1 cursor-grab pointer-coarse:hidden"
          >
            <GripVertical aria-hidden />
          </IconButton>
        )}
        <div className="min-w-0 flex-1">
          <h3 className="font-medium">
            {at + 1}. {name}
          </h3>
          <p className="text-sm text-text-2">{text}</p>
        </div>
        {!disabled && (
          <div className="flex">
            <IconButton
              label={`Move ${name} up`}
              size="sm"
              disabled={at === 0}
              onClick={() => onMove(at - 1)}
            >
              <ArrowUp aria-hidden />
            </IconButton>
            <IconButton
              label={`Move ${name} down`}
              size="sm"
              disabled={at === last}
              onClick={() => onMove(at + 1)}
            >
              <ArrowDown aria-hidden />
            </IconButton>
            <IconButton label={`Remove ${name}`} size="sm" onClick={onRemove}>
              <Trash2 aria-hidden />
            </IconButton>
          </div>
        )}
      </div>
      <BaseEditor base={one.base} events={events} disabled={disabled} onChange={onBase} />
    </li>
  );
}
