import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { CannotStart } from '@crm/local/data-folder.js';
import { ownRelease } from '@crm/local/processes/start-processes.js';

const run = promisify(execFile);
const recorded = z.object({ commit: z.string().regex(/^[0-9a-f]{40}$/) });

/** The programs of an earlier release, built in a folder of their own. */
export interface EarlierRelease {
  folder: string;
  remove(): Promise<void>;
}

/** This release's packages, and the release's own workspaces in the place of this one's. */
function linkPackages(folder: string): void {
  const [installed, linked] = [join(ownRelease, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(linked, '@crm'), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== '@crm' && !name.startsWith('.')) symlinkSync(join(installed, name), join(linked, name));
  const { workspaces } = z
    .object({ workspaces: z.array(z.string()) })
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const folders = workspaces.flatMap((pattern) =>
    pattern.endsWith('/*')
      ? readdirSync(join(folder, pattern.slice(0, -2))).map((name) => join(pattern.slice(0, -2), name))
      : [pattern],
  );
  for (const workspace of folders) {
    const named = z
      .object({ name: z.string() })
      .parse(JSON.parse(readFileSync(join(folder, workspace, 'package.json'), 'utf8')));
    symlinkSync(join(folder, workspace), join(linked, named.name));
    // Packages of which a workspace has another version than the rest.
    const own = join(ownRelease, workspace, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, workspace, 'node_modules'));
  }
}

/** The commit that the last release recorded. */
function lastRelease(): string {
  const file = new URL('../last-release.json', import.meta.url);
  return recorded.parse(JSON.parse(readFileSync(file, 'utf8'))).commit;
}

/**
 * Checks out and compiles a commit, or the last release where none is named; with this release's packages. Throws
 * `CannotStart` where git does not have it.
 */
export async function buildEarlierRelease(commit = lastRelease()): Promise<EarlierRelease> {
  const parent = mkdtempSync(join(tmpdir(), 'earlier-release-'));
  const folder = join(parent, 'tree');
  const git = (...args: string[]) => run('git', ['-C', ownRelease, ...args]);
  const removeFolder = () => {
    rmSync(parent, { recursive: true, force: true });
  };
  // Where the command is interrupted as well; git forgets a worktree that is gone.
  process.once('exit', removeFolder);
  const remove = async () => {
    removeFolder();
    await git('worktree', 'prune');
  };
  try {
    await git('worktree', 'add', '--detach', folder, commit);
  } catch {
    await remove();
    throw new CannotStart(`Commit ${commit} is not in this repository: fetch it with git fetch.`);
  }
  try {
    linkPackages(folder);
    const compile = [
      "const { compileProject, projectsOf } = await import('./deploy/run/local/compile.mjs');",
      'for (const project of projectsOf(process.cwd())) await compileProject(project);',
    ].join('\n');
    await run(process.execPath, ['--input-type=module', '--eval', compile], { cwd: folder });
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}
