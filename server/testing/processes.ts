import { spawnSync } from 'node:child_process';

/** Process ids of the children of a process that run `server/process/worker.ts`. */
export function workersOf(parent: number | undefined): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, ppid, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(ppid) === parent && /process\/worker\.ts/.test(args) ? [Number(pid)] : [];
  });
}

/** Whether it runs. One that has ended but was not collected by its parent does not. */
export function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^\s*[^\sZ]/.test(stdout);
}
