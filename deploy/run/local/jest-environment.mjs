import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const name = 'packages of this process';
/** In a suite: answers the exports of a bundle at an address. */
export const sharedPackage = `globalThis[Symbol.for('${name}')]`;

const requireOfNode = createRequire(import.meta.url);

/**
 * Loads ES modules of one context by their addresses, each once; Node's own are those of the process. `evaluate` runs a
 * module that is linked.
 */
function modulesOf(context, evaluate) {
  const modules = new Map();
  const addressOf = (specifier, from) =>
    specifier.startsWith('.') ? new URL(specifier, from).href : specifier;

  function ofNode(address) {
    const whole = requireOfNode(address);
    const exported = Object.entries({ ...whole, default: whole });
    return new vm.SyntheticModule(
      exported.map(([key]) => key),
      function () {
        for (const [key, value] of exported) this.setExport(key, value);
      },
      { identifier: address, context },
    );
  }

  const ofFile = (address) =>
    new vm.SourceTextModule(readFileSync(fileURLToPath(address), 'utf8'), {
      ...{ identifier: address, context },
      initializeImportMeta: (meta) => {
        meta.url = address;
      },
      importModuleDynamically: (specifier) => evaluated(addressOf(specifier, address)),
    });

  function moduleAt(address) {
    const found = modules.get(address) ?? (address.startsWith('file:') ? ofFile(address) : ofNode(address));
    modules.set(address, found);
    return found;
  }

  async function evaluated(address) {
    const module = moduleAt(address);
    if (module.status === 'unlinked')
      await module.link((specifier, from) => moduleAt(addressOf(specifier, from.identifier)));
    await evaluate(module);
    return module;
  }
  return evaluated;
}

let onlyOne;

/**
 * Jest's environment of Node, one for all suites that a process runs one after the other, so that they have packages in
 * common: a package is read, compiled and run once, and fast code stays fast, which is a third of the time of all suites.
 * What suites import of the project itself is still each one's own. Its global object is an ordinary one: with the
 * interceptors of Jest's each use of `Math` or `Promise` takes two hundred times as long.
 */
export default class SharedEnvironment extends TestEnvironment {
  constructor(config, context) {
    // A constructor may answer another object: every suite behind the first has the environment of the first.
    if (onlyOne !== undefined) return onlyOne;
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
    onlyOne = this;

    const load = modulesOf(this.context, (module) => this.evaluate(module));
    // One after the other: two that are linked at once would link what they share twice.
    let last = Promise.resolve();
    this.global[Symbol.for(name)] = (address) => {
      const loaded = last
        .catch(() => undefined)
        .then(() => load(address))
        .then(({ namespace }) => namespace);
      last = loaded;
      return loaded;
    };
    this.kept = new Map();
    this.keep(this.keys());
    this.variables = { ...this.global.process.env };
  }

  keys() {
    return Reflect.ownKeys(this.global);
  }

  keep(keys) {
    for (const key of keys) this.kept.set(key, Object.getOwnPropertyDescriptor(this.global, key));
  }

  /** What a package puts into the global object while it runs is its own, and stays. */
  async evaluate(module) {
    const before = new Set(this.keys());
    const evaluated = module.evaluate();
    this.keep(this.keys().filter((key) => !before.has(key)));
    await evaluated;
  }

  /** Leaves nothing of a suite to the next one: no timers, spies, globals or environment variables. */
  async teardown() {
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
    this.moduleMocker.restoreAllMocks();
    for (const key of this.keys()) if (!this.kept.has(key)) Reflect.deleteProperty(this.global, key);
    for (const [key, descriptor] of this.kept) Reflect.defineProperty(this.global, key, descriptor);
    const { env } = this.global.process;
    for (const key of Object.keys(env)) if (!(key in this.variables)) delete env[key];
    Object.assign(env, this.variables);
  }
}
