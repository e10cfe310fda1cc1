import { useEffect } from 'react';
import { reportClick } from '@crm/contracts/http/sessions.js';
import { useVerbs } from '../providers/useVerb.js';
import { useLogoutIfAccessDenied } from '../session/AccessDenied.js';
import { createClickReporter } from './click-reporter.js';

const signs = ['pointerdown', 'keydown'] as const;

/** Lets the server know that somebody is here, so that the session does not end as idle; an open window alone does not. */
export default function ClickKeeper() {
  const verbs = useVerbs();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  useEffect(() => {
    const reporter = createClickReporter(async (seconds_ago) => {
      try {
        await verbs.call(reportClick, { body: { seconds_ago } });
      } catch (error) {
        await logoutIfAccessDenied(error);
        throw error;
      }
    });
    for (const sign of signs)
      window.addEventListener(sign, reporter.clicked, { capture: true, passive: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, reporter.clicked, { capture: true });
      reporter.stop();
    };
  }, [verbs, logoutIfAccessDenied]);
  return null;
}
