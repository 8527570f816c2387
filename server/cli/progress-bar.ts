const redrawMs = 250;
/** Without a terminal, one line in this time. */
const lineMs = 10_000;
const maxBarWidth = 30;

export const grouped = (count: number) => Math.round(count).toLocaleString('en-US');

/** For example `3 min 5 s`. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

interface Progress {
  done: number;
  total: number;
  /** Milliseconds since the start. */
  elapsed: number;
}

/** For example `42 %, 4,200,000 of 10,000,000, 41,000 a second, 2 min 21 s left`. */
export function describeProgress({ done, total, elapsed }: Progress): string {
  const counts = `${Math.floor((100 * done) / total)} %, ${grouped(done)} of ${grouped(total)}`;
  if (done === 0) return counts;

  const rate = grouped((1_000 * done) / elapsed);
  return `${counts}, ${rate} a second, ${duration((elapsed / done) * (total - done))} left`;
}

/** One line of a terminal. The bar takes the width that the text leaves. */
export function drawLine(label: string, text: string, share: number, columns: number): string {
  const width = Math.max(0, Math.min(maxBarWidth, columns - label.length - text.length - 3));
  const filled = Math.floor(width * share);
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
  return [label, bar, text]
    .filter(Boolean)
    .join(' ')
    .slice(0, columns - 1);
}

/**
 * Shows progress on stderr: a bar on a terminal, otherwise a line every ten seconds. Stdout contains
 * results only.
 */
export class ProgressBar {
  readonly #out = process.stderr;
  readonly #label: string;
  readonly #total: number;
  readonly #startedAt = Date.now();
  readonly #timer: NodeJS.Timeout;
  #done = 0;
  #note = '';

  /** @param label the work in progress, for example "Adding leads" */
  constructor(label: string, total: number) {
    this.#label = label;
    this.#total = total;
    this.#timer = setInterval(() => this.#show(), this.#out.isTTY ? redrawMs : lineMs);
  }

  /** @param done part of the total */
  update(done: number): void {
    this.#done = done;
  }

  /** Shows a note next to the progress from now on. */
  note(text: string): void {
    this.#note = ` (${text})`;
    this.#show();
  }

  /** Removes the bar. */
  end(): void {
    clearInterval(this.#timer);
    if (this.#out.isTTY) this.#out.write('\r\x1b[2K');
  }

  #show(): void {
    const progress = {
      done: this.#done,
      total: this.#total,
      elapsed: Date.now() - this.#startedAt,
    };
    const text = `${describeProgress(progress)}${this.#note}`;
    if (!this.#out.isTTY) {
      this.#out.write(`… ${this.#label}: ${text}\n`);
      return;
    }

    const line = drawLine(this.#label, text, this.#done / this.#total, this.#out.columns || 80);
    this.#out.write(`\r\x1b[2K${line}`);
  }
}
