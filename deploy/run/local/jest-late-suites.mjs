const minute = 60_000;
const lateAfter = 4 * minute;

/** Names each suite that has run for minutes, and the test it is at: a run that hangs says nothing of where. */
export default class LateSuites {
  #running = new Map();
  #timer;

  onRunStart() {
    this.#timer = setInterval(() => this.#nameLate(), minute);
  }

  onTestFileStart({ path }) {
    this.#running.set(path, { since: Date.now(), at: 'before its first test' });
  }

  onTestCaseStart({ path }, { fullName }) {
    const suite = this.#running.get(path);
    if (suite !== undefined) suite.at = `at: ${fullName}`;
  }

  onTestFileResult({ path }) {
    this.#running.delete(path);
  }

  onRunComplete() {
    clearInterval(this.#timer);
  }

  #nameLate() {
    for (const [path, { since, at }] of this.#running) {
      const ran = Date.now() - since;
      if (ran > lateAfter)
        console.error(`Still running after ${Math.round(ran / minute)} minutes: ${path}, ${at}`);
    }
  }
}
