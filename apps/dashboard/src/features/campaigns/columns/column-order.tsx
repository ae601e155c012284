import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { metricOf } from '@trailmark/contract/metrics';
import { GripVertical, X } from 'lucide-react';
import { useProject } from '../../../project/current-project.tsx';
import { cn } from '../../../ui/cn.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

interface ColumnOrderProps {
  columns: string[];
  onOrder: (columns: string[]) => void;
  onRemove: (column: string) => void;
}

function useNames(): (key: string | number) => string {
  const { platform } = useProject();
  return (key) => metricOf(String(key), platform)?.label ?? String(key);
}

/** The chosen columns, moved by pointer or by keyboard. */
export function ColumnOrder({ columns, onOrder, onRemove }: ColumnOrderProps) {
  const nameOf = useNames();
  const sensors = useSensors(
    // A click is not yet a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    onOrder(arrayMove(columns, columns.indexOf(String(active.id)), columns.indexOf(String(over.id))));
  };
  const positionOf = (id: string | number) => `${columns.indexOf(String(id)) + 1} of ${columns.length}`;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: {
          onDragStart: ({ active }) => `${nameOf(active.id)} is picked up, ${positionOf(active.id)}.`,
          onDragOver: ({ active, over }) =>
            over ? `${nameOf(active.id)} is at ${positionOf(over.id)}.` : undefined,
          onDragEnd: ({ active, over }) =>
            over ? `${nameOf(active.id)} is dropped at ${positionOf(over.id)}.` : undefined,
          onDragCancel: ({ active }) => `${nameOf(active.id)} is back where it was.`,
        },
        screenReaderInstructions: {
          draggable:
            'Press Space to pick up a column, the arrow keys to move it, Space to drop it, and Escape to cancel.',
        },
      }}
    >
      <SortableContext items={columns} strategy={verticalListSortingStrategy}>
        <ul>
          {columns.map((key) => (
            <ColumnItem key={key} column={key} onRemove={onRemove} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

function ColumnItem({ column, onRemove }: { column: string; onRemove: (column: string) => void }) {
  const nameOf = useNames();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: column });
  return (
    <li
      ref={setNodeRef}
      className={cn(
        'relative flex h-[34px] items-center gap-1 rounded-sm pr-1 pointer-coarse:h-10',
        isDragging && 'z-10 border border-line-strong bg-raised shadow-lg',
      )}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={`Move ${nameOf(column)}`}
        className="grid h-full w-7 cursor-grab touch-none place-items-center rounded-xs text-text-3 hover:text-text"
      >
        <GripVertical aria-hidden className="size-3.5" />
      </button>
      <span className="min-w-0 flex-1 truncate text-[13px]">{nameOf(column)}</span>
      <IconButton
        label={`Remove ${nameOf(column)}`}
        tooltip={false}
        size="sm"
        onClick={() => onRemove(column)}
      >
        <X aria-hidden />
      </IconButton>
    </li>
  );
}
