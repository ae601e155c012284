import { Link } from '@tanstack/react-router';
import type { SkanSchemaMapping } from '@trailmark/contract/skan-schema';
import { changeAddress } from '../../../address/address-state.ts';
import { Button } from '../../../ui/button.tsx';
import { DEFAULT_SKAN_VIEW, SKAN_VIEW } from '../skan-view.ts';
import { ChecklistLine } from './checklist-line.tsx';

function schemaText({ draft, active }: SkanSchemaMapping): string {
  const used = (active ?? draft)?.schema.values_used;
  if (active && draft)
    return `Version ${active.version} is active, with ${used} of 64 values. Version ${draft.version} is a draft.`;
  if (active) return `Version ${active.version} is active, with ${used} of 64 values.`;
  if (draft)
    return `Version ${draft.version} is a draft, with ${used} of 64 values. Switching SKAN on makes it active.`;
  return 'It says what the conversion values mean: which events, steps and amounts. Create one, and back-test it on your own installs.';
}

/** What conversion values mean. */
export function SchemaLine({ number, mapping }: { number: number; mapping: SkanSchemaMapping }) {
  const isMade = (mapping.draft ?? mapping.active) !== null;
  return (
    <ChecklistLine
      number={number}
      done={isMade}
      title="Conversion schema"
      text={schemaText(mapping)}
      action={
        <Button asChild variant={isMade || mapping.app_id === null ? 'default' : 'primary'}>
          <Link to="." search={changeAddress(SKAN_VIEW, DEFAULT_SKAN_VIEW, { tab: 'schema' })}>
            {isMade ? 'View schema' : 'Create a schema'}
          </Link>
        </Button>
      }
    />
  );
}
