import { memo, useEffect } from 'react';
import { z } from 'zod';
import { useVerbs } from '../providers/useVerb.js';
import { useNavigate } from '../routing/NavigateProvider.js';
import { subscribeBrowser } from '../push/browser-push.js';
import { useNoticePermission, usePushed } from '../notifications/notice-permission.js';

/** What the service worker says when a notice was clicked. */
const clicked = z.object({ path: z.string().startsWith('/') });

/**
 * Where notices are allowed, has them come while no window is open, too, and goes to what a clicked one is about. Drawn once:
 * the browser asks another process whether they are.
 */
export default memo(function PushKeeper() {
  const verbs = useVerbs();
  const navigate = useNavigate();
  const permission = useNoticePermission();
  const [, setPushed] = usePushed();
  useEffect(() => {
    if (permission !== 'granted') return;
    subscribeBrowser(verbs.call).then(setPushed, () => {
      // No push service: the page shows its notices itself as long as it is open, and the settings say so.
      setPushed(false);
    });
  }, [permission, verbs, setPushed]);
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const { serviceWorker } = navigator;
    const open = ({ data }: MessageEvent<unknown>) => {
      const { data: message } = clicked.safeParse(data);
      if (message) void navigate(message.path);
    };
    serviceWorker.addEventListener('message', open);
    return () => {
      serviceWorker.removeEventListener('message', open);
    };
  }, [navigate]);
  return null;
});
