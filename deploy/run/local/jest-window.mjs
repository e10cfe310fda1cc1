import JSDOMEnvironment from 'jest-environment-jsdom';
import { sharedBySuites } from './jest-shared.mjs';

// A role is looked for by asking every element's computed style, for which jsdom tries every rule there is: those that
// hide nothing, and that no test asks for, are left out.
const hides = /display:\s*none|visibility|opacity:\s*0;|pointer-events|animation-delay/;

function leaveOutRules({ prototype }) {
  const { insertRule } = prototype;
  prototype.insertRule = function (rule, index) {
    return hides.test(rule) ? insertRule.call(this, rule, index) : (index ?? 0);
  };
}

/**
 * The window of a browser, one for all suites of a process. Each finds it as it was opened, but for the style sheets of
 * packages, which know what they wrote already.
 */
export default class extends sharedBySuites(JSDOMEnvironment, (window) => [
  window.document,
  window.navigator,
  window.crypto,
  window.URL,
  window.HTMLMediaElement.prototype,
]) {
  prepare() {
    leaveOutRules(this.global.CSSStyleSheet);
    this.watchTimers();
    this.watchListeners();
  }

  /** Those that wait for no time stay: they are React's work and that of others who share the window. */
  watchTimers() {
    const { global } = this;
    this.timers = new Set();
    for (const name of ['setTimeout', 'setInterval']) {
      const set = global[name];
      global[name] = (callback, ms, ...given) => {
        const timer = set(callback, ms, ...given);
        if (ms > 0 || name === 'setInterval') this.timers.add(timer);
        return timer;
      };
    }
  }

  /** Of the window alone: React and user-event listen to the document once for all suites. */
  watchListeners() {
    const { global } = this;
    const listeners = [];
    const listen = global.addEventListener;
    global.addEventListener = function (...given) {
      listeners.push(given);
      return listen.apply(this, given);
    };
    this.listeners = listeners;
  }

  begin({ console }) {
    const { virtualConsole } = this.dom;
    virtualConsole.removeAllListeners();
    virtualConsole.sendTo(console, { omitJSDOMErrors: true });
    virtualConsole.on('jsdomError', (error) => {
      console.error(error);
    });
  }

  /** React asks for `act` inside of a test alone: what one leaves loading may arrive between two. */
  handleTestEvent({ name }) {
    if (name.startsWith('test_fn_')) this.global.IS_REACT_ACT_ENVIRONMENT = name === 'test_fn_start';
  }

  /** What listens while a module runs is the module's and stays; the test that waits for it may end before it is there. */
  async evaluate(module) {
    const { length } = this.listeners;
    const evaluated = super.evaluate(module);
    this.listeners.length = length;
    await evaluated;
  }

  async teardown() {
    await super.teardown();
    const { document, history, localStorage, sessionStorage } = this.global;
    for (const timer of this.timers) this.global.clearTimeout(timer);
    this.timers.clear();
    for (const [type, listener, options] of this.listeners.splice(0))
      this.global.removeEventListener(type, listener, options);
    for (const element of [document.documentElement, document.body])
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
    document.body.replaceChildren();
    document.title = '';
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', '/');
  }
}
