import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BackupError } from './errors.ts';
import { fileFailure } from './file-failure.ts';

/** Personal data: for the owner alone. */
const mode = 0o600;
/** The higher ones take longer for hardly less. */
const compression = { level: 1, chunkSize: 256 * 1_024 };

/** A file in the making, under a name of its own until it is complete. */
export class Draft {
  readonly #path: string;
  readonly #replaces: boolean;
  readonly #draft: string;
  readonly #file: FileHandle;
  readonly #forget: () => void;
  #bytes = 0;

  private constructor(path: string, replaces: boolean, draft: string, file: FileHandle) {
    this.#path = path;
    this.#replaces = replaces;
    this.#draft = draft;
    this.#file = file;
    // A second Ctrl+C ends the process at once.
    this.#forget = () => rmSync(draft, { force: true });
    process.once('exit', this.#forget);
  }

  /**
   * @param replaces whether it may take the place of another file
   * @throws BackupError when it may not, or cannot be written there
   */
  static async open(path: string, replaces: boolean): Promise<Draft> {
    const there = await lstat(path).catch(() => undefined);
    if (there?.isDirectory()) throw fileFailure(path, 'written', 'EISDIR');
    if (there && !there.isFile()) throw new BackupError(`${path} is no ordinary file`);
    if (there && !replaces) throw isThere(path);

    const draft = join(dirname(path), `.${basename(path)}.${process.pid}.draft`);
    try {
      return new Draft(path, replaces, draft, await open(draft, 'wx', mode));
    } catch (error) {
      throw fileFailure(path, 'written', error);
    }
  }

  /** So far. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Writes a line, what follows compressed, and a line that seals both.
   *
   * @param onFailure is told at once when the file cannot be written
   */
  async write(
    head: string,
    content: AsyncIterable<Buffer | string>,
    onFailure: (failure: BackupError) => void,
  ): Promise<void> {
    const digest = createHash('sha256');
    const append = async (bytes: Buffer) => {
      try {
        await this.#file.writeFile(bytes);
      } catch (error) {
        const failure = fileFailure(this.#path, 'written', error);
        onFailure(failure);
        throw failure;
      }
      digest.update(bytes);
      this.#bytes += bytes.length;
    };

    await append(Buffer.from(head));
    await pipeline(content, createGzip(compression), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await append(chunk);
    });
    await append(Buffer.from(`${digest.copy().digest('hex')}\n`));
  }

  /** Gives the file its name, once it is on the disk. */
  async finish(): Promise<void> {
    try {
      await this.#file.sync();
      await this.#file.close();
      await this.#takePlace();
      await syncFolder(dirname(this.#path));
    } catch (error) {
      throw error instanceof BackupError ? error : fileFailure(this.#path, 'written', error);
    }
  }

  /** Leaves nothing behind but a file that is finished. */
  async close(): Promise<void> {
    await this.#file.close().catch(() => {});
    await rm(this.#draft, { force: true }).catch(() => {});
    process.off('exit', this.#forget);
  }

  /** A link fails where another file has come meanwhile; where there are no links, one looks first. */
  async #takePlace(): Promise<void> {
    if (this.#replaces) return rename(this.#draft, this.#path);

    try {
      await link(this.#draft, this.#path);
    } catch (error) {
      if (await lstat(this.#path).catch(() => undefined)) throw isThere(this.#path);
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw error;
      await rename(this.#draft, this.#path);
    }
  }
}

const isThere = (path: string) =>
  new BackupError(`${path} is there already: give another name, or --force to replace it`);

/** The name of the file is on the disk only with its folder. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;

  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
