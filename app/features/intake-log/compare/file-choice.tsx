'use client';

import { FileUp } from 'lucide-react';
import Link from 'next/link';
import { useRef } from 'react';
import { Button, type ButtonVariant } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { Field, TextArea } from '#app/_ui/field.tsx';

interface FileButtonProps {
  variant: ButtonVariant;
  isDisabled: boolean;
  onChoose: (file: File) => void;
}

/** Any file may be chosen: of one that cannot be read, the page says what to do. */
function FileButton({ variant, isDisabled, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);

  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label="File of leads"
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onChoose(file);
          // The same file may be chosen again, once it was changed.
          event.currentTarget.value = '';
        }}
      />
      <Button variant={variant} disabled={isDisabled} onClick={() => input.current?.click()}>
        <FileUp aria-hidden />
        Choose a file
      </Button>
    </>
  );
}

interface FileChoiceProps {
  /** A file is held over the page. */
  isOver: boolean;
  isReading: boolean;
  /** That is pasted. */
  text: string;
  onText: (text: string) => void;
  onChoose: (source: File | string) => void;
}

/** A file, or a list of ids. */
export function FileChoice({ isOver, isReading, text, onText, onChoose }: FileChoiceProps) {
  const isPasted = text.trim() !== '';

  return (
    <div className="grid items-stretch gap-5 lg:grid-cols-2">
      <div
        className={cn(
          'grid min-h-56 content-center justify-items-center gap-3 rounded-md border border-dashed px-6 py-8 text-center transition-colors',
          isOver ? 'border-primary bg-primary-soft' : 'border-border-strong bg-surface',
        )}
      >
        <p className="font-semibold text-base">Drop the export here</p>
        <FileButton
          variant={isPasted ? 'secondary' : 'primary'}
          isDisabled={isReading}
          onChoose={onChoose}
        />
        <p className="max-w-sm text-fg-muted text-sm">
          The lead CSV of Meta or Google as you downloaded it, or any CSV with a column of IDs.{' '}
          <Link
            href="/docs/missing-leads"
            target="_blank"
            className="text-primary-text underline underline-offset-2"
          >
            Where to get it
          </Link>
        </p>
      </div>
      <form
        className="grid content-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(text);
        }}
      >
        <Field label="Or paste IDs">
          <TextArea
            value={text}
            rows={8}
            spellCheck={false}
            autoComplete="off"
            className="min-h-44 font-mono text-sm"
            onChange={(event) => onText(event.currentTarget.value)}
          />
        </Field>
        {isPasted && (
          <Button
            type="submit"
            variant="primary"
            className="justify-self-start"
            disabled={isReading}
          >
            Compare
          </Button>
        )}
      </form>
    </div>
  );
}
