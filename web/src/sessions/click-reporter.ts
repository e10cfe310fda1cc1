/** At most one report in so long: idleness is counted in minutes. */
export const reportEveryMs = 60_000;
/** The server takes no older click. */
const maxSecondsAgo = 3_600;

interface ClickReporter {
  /** Somebody clicked or typed. */
  clicked: () => void;
  stop: () => void;
}

/**
 * Reports clicks: at once where none was reported for a minute, otherwise the last one when the minute is over. What the
 * server did not receive is reported with the next.
 */
export function createClickReporter(report: (secondsAgo: number) => Promise<void>): ClickReporter {
  let clickedAt: number | undefined;
  // A session begins with a click that the server knows of.
  let reportedAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = async () => {
    timer = undefined;
    if (clickedAt === undefined) return;
    const at = clickedAt;
    clickedAt = undefined;
    reportedAt = Date.now();
    try {
      await report(Math.min(maxSecondsAgo, Math.round((reportedAt - at) / 1000)));
    } catch {
      clickedAt ??= at;
    }
  };

  return {
    clicked: () => {
      clickedAt = Date.now();
      const dueIn = reportedAt + reportEveryMs - clickedAt;
      if (dueIn <= 0) {
        clearTimeout(timer);
        void send();
      } else timer ??= setTimeout(() => void send(), dueIn);
    },
    stop: () => {
      clearTimeout(timer);
    },
  };
}
