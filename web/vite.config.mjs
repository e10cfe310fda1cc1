import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

const gateway = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;
const sources = fileURLToPath(new URL('src', import.meta.url));
const contracts = fileURLToPath(new URL('../contracts/src', import.meta.url));

/** What documents and tests read of the contracts made by these, and no page. */
const makers = new Set(['defineEndpoint', 'defineMessage', 'defineServerEvent', 'defineClientEvent']);
const unread = new Set(['example', 'summary', 'rooms']);

/** Leaves that out of what a browser loads, and with the examples the records that they are made of. */
const withoutUnread = {
  name: 'without-unread',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: { include: [`${contracts}/**`] } },
    handler(code) {
      const edits = this.parse(code).body.flatMap((statement) =>
        ((statement.declaration ?? statement).declarations ?? []).flatMap((declared) => {
          const cuts = unreadOf(declared.init);
          return cuts.length > 0 ? cuts : onlyIfRead(declared, code);
        }),
      );
      if (edits.length === 0) return null;
      const kept = edits.reduceRight(
        (rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end),
        code,
      );
      return { code: kept, map: null };
    },
  },
};

/** Where it is in the source of a contract, each with the comma behind it. */
function unreadOf(made) {
  if (made?.type === 'ObjectExpression') return made.properties.flatMap(({ value }) => unreadOf(value));
  if (made?.type !== 'CallExpression' || !makers.has(made.callee.name)) return [];
  const { properties = [] } = made.arguments[0] ?? {};
  return properties.flatMap(({ key, start, end }, at) =>
    unread.has(key?.name) ? [{ start, end: properties[at + 1]?.start ?? end, text: '' }] : [],
  );
}

/** What is made of an example is left out where nobody reads it, whatever makes it. */
function onlyIfRead({ id, init, start, end }, code) {
  if (!init || makers.has(init.callee?.name)) return [];
  const made = code.slice(init.start, init.end);
  if (!/\bexample[A-Z]/.test(made)) return [];
  const named =
    id.type === 'Identifier'
      ? [[id.name, made]]
      : id.properties.map(({ key, value }) => [value?.name, `(${made}).${key?.name}`]);
  // Of what it would have to take apart further it leaves all.
  if (named.some(([name]) => name === undefined)) return [];
  const text = named.map(([name, value]) => `${name} = /* @__PURE__ */ (() => (${value}))()`).join(', ');
  return [{ start, end, text }];
}

/** JSON schemas are made for documents, by no page; lists are exported by the server, and not by react-admin. */
const uncalled =
  /\/(zod\/v4\/core\/(to-json-schema|json-schema-processors)|ra-core\/dist\/export\/defaultExporter)\.js$/;

/** Leaves the inside out of library modules that no page calls: their exports are there and do nothing. */
const withoutUncalled = {
  name: 'without-uncalled',
  apply: 'build',
  transform: {
    filter: { id: uncalled },
    handler(code) {
      const names = this.parse(code).body.flatMap(({ type, declaration, specifiers = [] }) => {
        if (type !== 'ExportNamedDeclaration') return [];
        const declared = declaration?.declarations ?? (declaration ? [declaration] : []);
        return [...declared.map(({ id }) => id.name), ...specifiers.map(({ exported }) => exported.name)];
      });
      const stubs = names.map((name) => `nothing as ${name}`);
      return { code: `const nothing = () => undefined;\nexport { ${stubs.join(', ')} };\n`, map: null };
    },
  },
};

/** The font of every page is asked for with the scripts: a style sheet names it, and pages were laid out without it first. */
const fontWithScripts = {
  name: 'font-with-scripts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.includes('inter-latin-wght-normal'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        })),
  },
};

export default defineConfig({
  plugins: [
    react(),
    withoutUnread,
    withoutUncalled,
    fontWithScripts,
    // For gateway and nginx, which compress nothing themselves; nginx counts on it for every script, style and image.
    compression({
      algorithms: ['gzip', 'brotliCompress'],
      include: /\.(js|css|svg|json|webmanifest|txt|wasm|ico)$/,
      skipIfLargerOrEqual: false,
    }),
  ],
  resolve: {
    // The sources, so that neither dev server nor build waits for a build of the contracts.
    alias: [
      { find: /^@crm\/contracts\/(.*)\.js$/, replacement: `${contracts}/$1.ts` },
      { find: 'object.entries', replacement: fileURLToPath(new URL('object-entries.cjs', import.meta.url)) },
    ],
  },
  server: {
    proxy: {
      '/api': gateway,
      '/scim': gateway,
      '/socket.io': { target: gateway, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    // Read by measure-first-load.mjs.
    manifest: true,
    // A font or image inside a script or style would need a looser content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // A contract that no page makes use of is left out, though it is made by a call.
      treeshake: { manualPureFunctions: [...makers] },
      output: {
        codeSplitting: {
          groups: [
            {
              // One chunk for the libraries of the first page: split ones load each other in circles and end in a white page.
              name: 'vendor',
              // What only pages and dialogs of their own bring along comes with them.
              tags: ['$initial'],
              // The telephony SDK comes with the first call, never with the first load.
              test: (id) => id.includes('/node_modules/') && !id.includes('/node_modules/@twilio/'),
            },
            {
              // One for what is ours of the first page, contracts too: each of a dozen small files would be a request of its own.
              name: 'shared',
              tags: ['$initial'],
              test: (id) => id.startsWith(sources),
            },
            // Beside every page and on the sign-in page: left to these, whoever is signed in would load the sign-in page for them.
            { name: 'small', test: /\/(?:controls\/ReasonButton\.tsx|VisibilityOutlined\.mjs)$/ },
            { name: 'sign-in', test: /\/signin\/SignInPage\.tsx$/ },
            {
              name: 'beside-pages',
              test: /\/(?:layout\/OnlineSwitch|notification-menu\/NotificationsBell|calls\/CallKeeper)\.tsx$/,
            },
            { name: 'beside-rows', test: /\/(?:leads\/views\/ViewTabs|peek\/LeadRowTools)\.tsx$/ },
            { name: 'live', test: /\/realtime\/live-events\.ts$/ },
            // What several pages have in common.
            { name: 'common', minShareCount: 3 },
          ],
        },
      },
    },
  },
});
