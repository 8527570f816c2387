const redrawEvery = 250;
/** Where nothing moves, a line now and then. */
const lineEvery = 10_000;
const widestBar = 30;

export const grouped = (count: number) => Math.round(count).toLocaleString('en-US');

/** As `3 min 5 s`. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

interface Progress {
  done: number;
  total: number;
  /** Milliseconds since the beginning. */
  elapsed: number;
}

/** As `42 %, 4,200,000 of 10,000,000, 41,000 a second, 2 min 21 s left`. */
export function describeProgress({ done, total, elapsed }: Progress): string {
  const counts = `${Math.floor((100 * done) / total)} %, ${grouped(done)} of ${grouped(total)}`;
  if (done === 0) return counts;

  const rate = grouped((1_000 * done) / elapsed);
  return `${counts}, ${rate} a second, ${duration((elapsed / done) * (total - done))} left`;
}

/** One line of a terminal: the bar takes what the words leave of it. */
export function drawLine(label: string, words: string, share: number, columns: number): string {
  const width = Math.max(0, Math.min(widestBar, columns - label.length - words.length - 3));
  const filled = Math.floor(width * share);
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
  return [label, bar, words]
    .filter(Boolean)
    .join(' ')
    .slice(0, columns - 1);
}

/**
 * Shows how far long work is: a moving bar on a terminal, a line every ten seconds elsewhere.
 * Standard error, so that standard output holds results only.
 */
export class ProgressBar {
  readonly #out = process.stderr;
  readonly #label: string;
  readonly #total: number;
  readonly #began = Date.now();
  readonly #timer: NodeJS.Timeout;
  #done = 0;
  #note = '';

  /** @param label what is being done, as "Adding leads" */
  constructor(label: string, total: number) {
    this.#label = label;
    this.#total = total;
    this.#timer = setInterval(() => this.#show(), this.#out.isTTY ? redrawEvery : lineEvery);
  }

  /** @param done of the total */
  update(done: number): void {
    this.#done = done;
  }

  /** Says something beside the progress, from now on. */
  note(text: string): void {
    this.#note = ` (${text})`;
    this.#show();
  }

  /** Takes the bar away. */
  end(): void {
    clearInterval(this.#timer);
    if (this.#out.isTTY) this.#out.write('\r\x1b[2K');
  }

  #show(): void {
    const progress = { done: this.#done, total: this.#total, elapsed: Date.now() - this.#began };
    const text = `${describeProgress(progress)}${this.#note}`;
    if (!this.#out.isTTY) {
      this.#out.write(`… ${this.#label}: ${text}\n`);
      return;
    }

    const line = drawLine(this.#label, text, this.#done / this.#total, this.#out.columns || 80);
    this.#out.write(`\r\x1b[2K${line}`);
  }
}
