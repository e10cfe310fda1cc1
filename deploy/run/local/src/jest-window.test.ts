import type { JSDOM } from 'jsdom';

interface Environment {
  dom: JSDOM;
  teardown(): Promise<void>;
}
const address = new URL('../jest-window.mjs', import.meta.url).href;
const { default: SharedWindow } = (await import(address)) as {
  default: new (config: object, context: object) => Environment;
};

const config = { globalConfig: {}, projectConfig: { globals: {}, testEnvironmentOptions: {} } };
const newEnvironment = (said: string[] = []) =>
  new SharedWindow(config, { console: { ...console, error: (error: Error) => said.push(error.message) } });
const run = (code: string): unknown => newEnvironment().dom.window.eval(code);

test('a suite finds the window as the one before it found it', async () => {
  const environment = newEnvironment();
  run(`
    document.body.innerHTML = '<p id="left">left</p>';
    document.body.className = 'left';
    document.documentElement.lang = 'es';
    document.title = 'left';
    localStorage.setItem('left', '1');
    sessionStorage.setItem('left', '1');
    history.pushState({ left: 1 }, '', '/left?of=it#here');
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: {} });
    HTMLMediaElement.prototype.play = () => 'fake';
    globalThis.heard = [];
  `);
  const { document } = environment.dom.window;
  await environment.teardown();
  expect(newEnvironment()).toBe(environment);
  expect(document.documentElement.outerHTML).toBe('<html><head><title></title></head><body></body></html>');
  expect(
    run(`[location.href, history.state, localStorage.length, sessionStorage.length, document.visibilityState,
      'mediaDevices' in navigator, String(HTMLMediaElement.prototype.play).includes('fake'), typeof heard]`),
  ).toEqual(['http://localhost/', null, 0, 0, 'visible', false, false, 'undefined']);
});

test('nothing that a suite listens for or waits for reaches the next one', async () => {
  const environment = newEnvironment();
  const reached: string[] = [];
  Reflect.set(environment.dom.window, 'reach', (what: string) => reached.push(what));
  run(`{
    const { reach } = globalThis;
    addEventListener('storage', () => reach('event'));
    addEventListener('storage', () => reach('captured event'), { capture: true });
    setTimeout(() => reach('timeout'), 1);
    setInterval(() => reach('interval'), 1);
  }`);
  await environment.teardown();
  run(`dispatchEvent(new Event('storage'))`);
  // A later timer of the same window ends behind those that were left.
  await new Promise((resolve) => {
    Reflect.set(environment.dom.window, 'end', resolve);
    run('setTimeout(end, 2)');
  });
  expect(reached).toEqual([]);
  await environment.teardown();
});

test('what would stay with the next suite is said', async () => {
  const environment = newEnvironment();
  run(`Object.defineProperty(globalThis, 'unmovable', { configurable: false, writable: true, value: 1 })`);
  await expect(environment.teardown()).rejects.toThrow('A test defined unmovable');
});

test('what jsdom cannot do is said in the console of the suite that asked for it', async () => {
  const [first, second]: [string[], string[]] = [[], []];
  newEnvironment(first);
  newEnvironment(second).dom.window.eval('window.scrollTo(0, 1)');
  expect(first).toEqual([]);
  expect(second[0]).toContain('Not implemented');
});
