import HomeOutlined from '@mui/icons-material/HomeOutlined';
import { Suspense, useMemo } from 'react';
import { useTranslate as useTranslateAny } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { usePaletteMessages } from '../i18n/palette.en.js';
import { lazyPart } from '../loading/lazy-part.js';
import { useNotePage } from '../palette/recent.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { useShortcut } from '../shortcuts/ShortcutsProvider.js';
import { adminPagesFor } from './admin-pages.js';
import { menuFor } from './menu-items.js';

const Palette = lazyPart(() => import('../palette/Palette.js'));

interface Props {
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The overlay with its keys, and the pages it finds: those of the menus. */
export function PaletteKeeper({ isOpen, onOpen, onClose }: Props) {
  const translate = usePaletteMessages();
  const translateAny = useTranslateAny();
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const pages = useMemo(
    () => [
      { to: '/', label: translate('crm.palette.home'), Icon: HomeOutlined },
      ...menuFor(user).map(({ to, label, Icon }) => ({ to, label: translate(label), Icon })),
      ...adminPagesFor(user).map(({ to, label, Icon }) => ({
        to,
        label: translateAny(label, { _: label }),
        Icon,
      })),
    ],
    [user, translate, translateAny],
  );
  useNotePage(pages.find(({ to }) => to === pathname)?.to);
  useShortcut({ key: '/', label: translate('crm.palette.title'), scope: 'everywhere' }, onOpen);
  useShortcut({ key: 'Ctrl+K', label: translate('crm.palette.title'), scope: 'everywhere' }, () => {
    if (isOpen) onClose();
    else onOpen();
  });
  return <Suspense fallback={null}>{isOpen && <Palette pages={pages} onClose={onClose} />}</Suspense>;
}
