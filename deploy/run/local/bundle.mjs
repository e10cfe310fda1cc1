// `node bundle.mjs ENTRY FILE`: bundles a TypeScript file of ours into one that Node runs, for tests of whole processes: tests run
// without a build. A process of its own, for the bundler takes no regular expressions from a test's realm.
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './prepare.mjs';

const [, , entry, file] = process.argv;
const workspaces = { contracts: 'contracts', platform: 'services/platform', gateway: 'gateway' };

const build = await rolldown({
  input: entry,
  platform: 'node',
  external: (id) => !/^(?:[./]|@crm\/)/.test(id),
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  plugins: [
    {
      name: 'workspaces',
      resolveId: (id) => {
        const [, name, path] = /^@crm\/([\w-]+)\/(.*)\.js$/.exec(id) ?? [];
        return name in workspaces ? join(root, workspaces[name], 'src', `${path}.ts`) : null;
      },
    },
  ],
});
await build.write({ file, format: 'esm', codeSplitting: false });
await build.close();
