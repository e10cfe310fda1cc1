import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const name = 'packages of this process';
/** In a suite: answers the exports of a bundle at an address. */
export const sharedPackage = `globalThis[Symbol.for('${name}')]`;

const requireOfNode = createRequire(import.meta.url);

/**
 * Loads ES modules of one context by their addresses, each once; Node's own and CommonJS are those of the process. `evaluate` runs a
 * module that is linked.
 */
function modulesOf(context, evaluate) {
  const modules = new Map();
  const addressOf = (specifier, from) =>
    specifier.startsWith('.') ? new URL(specifier, from).href : specifier;

  function ofNode(address) {
    const whole = requireOfNode(address.startsWith('file:') ? fileURLToPath(address) : address);
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
    const found = modules.get(address) ?? (address.endsWith('.mjs') ? ofFile(address) : ofNode(address));
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

/** The storages in use, for every one of which each promise of the process costs a little, whoever's they are. */
const storages = new Set();
for (const method of ['run', 'enterWith']) {
  const use = AsyncLocalStorage.prototype[method];
  AsyncLocalStorage.prototype[method] = function (...given) {
    storages.add(this);
    return Reflect.apply(use, this, given);
  };
}

/** Takes them out of use; those of packages are back with their next use. */
function disableStorages() {
  for (const storage of storages) storage.disable();
  storages.clear();
}

/** Freezes a table of ours with all that it holds, but nothing of a class, a schema, a set or a date, and nothing of React's. */
function freezeTable(value) {
  const ofClass = !Array.isArray(value) && Object.getPrototypeOf(Object.getPrototypeOf(value) ?? {}) !== null;
  if (ofClass || '$$typeof' in value || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) freezeTable(part);
}

/** Puts back what properties of an object were, and takes away what it did not have. */
class Kept {
  constructor(object) {
    this.object = object;
    this.descriptors = new Map();
    this.keep(this.keys());
  }

  keys() {
    return Reflect.ownKeys(this.object);
  }

  keep(keys) {
    for (const key of keys) this.descriptors.set(key, Object.getOwnPropertyDescriptor(this.object, key));
  }

  restore() {
    for (const key of this.keys()) if (!this.descriptors.has(key)) this.remove(key);
    // A window lists three methods of its own that it does not describe.
    for (const [key, descriptor] of this.descriptors)
      if (descriptor) Reflect.defineProperty(this.object, key, descriptor);
  }

  /** What cannot be taken away would be the next suite's, silently. By symbols Jest knows its matchers, which stay. */
  remove(key) {
    if (!Reflect.deleteProperty(this.object, key) && typeof key === 'string')
      throw new Error(`A test defined ${key} so that it cannot be taken away: let it be configurable`);
  }
}

/**
 * An environment of Jest's, one for all suites that a process runs one after the other, so that they have packages in
 * common: a package is read, compiled and run once, and fast code stays fast. What suites import of the project itself is
 * still each one's own. `lasting(global)` are the objects beside the global one whose properties suites replace.
 */
export const sharedBySuites = (Environment, lasting = () => []) => {
  let onlyOne;
  return class extends Environment {
    constructor(config, context) {
      // A constructor may answer another object: every suite behind the first has the environment of the first.
      if (onlyOne !== undefined) {
        onlyOne.begin(context);
        return onlyOne;
      }
      super(config, context);
      onlyOne = this;

      const load = modulesOf(this.getVmContext(), (module) => this.evaluate(module));
      // One after the other: two that are linked at once would link what they share twice.
      let last = Promise.resolve();
      this.global[Symbol.for(name)] = (address, frozen) => {
        const loaded = last
          .catch(() => undefined)
          .then(() => load(address))
          .then(({ namespace }) => {
            if (frozen !== undefined)
              for (const value of Object.values(namespace))
                if (typeof value === 'object' && value !== null) freezeTable(value);
            return namespace;
          });
        last = loaded;
        return loaded;
      };
      this.prepare();
      this.kept = new Kept(this.global);
      this.lasting = lasting(this.global).map((object) => new Kept(object));
      this.variables = { ...this.global.process.env };
      this.begin(context);
    }

    /** Once, before the first suite. */
    prepare() {
      // Nothing of its own.
    }

    /** Before each suite. */
    begin() {
      // Nothing of its own.
    }

    /** What a package puts into the global object while it runs is its own, and stays. */
    async evaluate(module) {
      const before = new Set(this.kept.keys());
      const evaluated = module.evaluate();
      this.kept.keep(this.kept.keys().filter((key) => !before.has(key)));
      await evaluated;
    }

    /** Leaves nothing of a suite to the next one: no timers, spies, globals or environment variables. */
    async teardown() {
      this.fakeTimers.useRealTimers();
      this.fakeTimersModern.useRealTimers();
      this.moduleMocker.restoreAllMocks();
      disableStorages();
      for (const kept of [this.kept, ...this.lasting]) kept.restore();
      const { env } = this.global.process;
      for (const key of Object.keys(env)) if (!(key in this.variables)) delete env[key];
      Object.assign(env, this.variables);
    }
  };
};
