// Plain JavaScript: `scripts/prepare.mjs` runs it before the project's own Node is installed.

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** @param {number} since */
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs a phase of the start and logs it: a moving line on a terminal, a line at its begin and end
 * elsewhere. It writes to standard error, because standard output is for results.
 *
 * @template T
 * @param {string} label such as "Building the panel"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function phase(label, work) {
  const started = Date.now();
  const out = process.stderr;
  let frame = 0;
  const draw = () => {
    frame = (frame + 1) % frames.length;
    out.write(`\r\x1b[2K${frames[frame]} ${label} … ${seconds(started)}`);
  };
  const timer = out.isTTY ? setInterval(draw, 120) : undefined;
  if (!out.isTTY) out.write(`… ${label}\n`);
  const end = (/** @type {string} */ mark) => {
    clearInterval(timer);
    out.write(`${out.isTTY ? '\r\x1b[2K' : ''}${mark} ${label} (${seconds(started)})\n`);
  };

  try {
    const result = await work();
    end('✓');
    return result;
  } catch (error) {
    end('✗');
    throw error;
  }
}
