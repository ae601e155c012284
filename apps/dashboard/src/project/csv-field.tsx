import { CSV_LIMIT } from '@trailmark/contract/rates';
import { FileUp } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';

interface CsvFieldProps {
  value: string;
  onChange: (csv: string) => void;
  hint: ReactNode;
  placeholder: string;
}

/** A table of a spreadsheet: pasted, or read from a file. */
export function CsvField({ value, onChange, hint, placeholder }: CsvFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    // The server measures letters; a file this large has too many of them in any script.
    if (file.size > CSV_LIMIT * 4) return setProblem('The file is larger than 5 MB.');
    setProblem(null);
    onChange(await file.text());
  };
  return (
    <div className="grid gap-2">
      <Field label="Lines" hint={hint} error={problem}>
        <Textarea
          rows={8}
          spellCheck={false}
          placeholder={placeholder}
          className="mono"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <div>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv,text/plain"
          aria-label="CSV file"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            // The same file can be chosen again after it was mended.
            event.target.value = '';
          }}
        />
        <Button size="sm" onClick={() => input.current?.click()}>
          <FileUp aria-hidden />
          Choose a file
        </Button>
      </div>
    </div>
  );
}
