// Plain JavaScript: `scripts/prepare.mjs` runs it before the project's own Node is installed.

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** @param {number} since */
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs a phase of the start and logs it: a moving line on a terminal, a line at its begin and end
 * elsewhere. It writes to standard error, because standard output is for results. What the work shows
 * stands at the end of the moving line.
 *
 * @template T
 * @param {string} label such as "Building the panel"
 * @param {(show: (step: string) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function phase(label, work) {
  const started = Date.now();
  const out = process.stderr;
  let frame = 0;
  let step = '';
  const draw = () => {
    frame = (frame + 1) % frames.length;
    const line = `${frames[frame]} ${label} … ${seconds(started)}  ${step}`;
    out.write(`\r\x1b[2K${line.slice(0, (out.columns || 80) - 1)}`);
  };
  const timer = out.isTTY ? setInterval(draw, 120) : undefined;
  if (!out.isTTY) out.write(`… ${label}\n`);
  const end = (/** @type {string} */ mark) => {
    clearInterval(timer);
    out.write(`${out.isTTY ? '\r\x1b[2K' : ''}${mark} ${label} (${seconds(started)})\n`);
  };

  try {
    const result = await work((now) => {
      step = now;
    });
    end('✓');
    return result;
  } catch (error) {
    end('✗');
    throw error;
  }
}
