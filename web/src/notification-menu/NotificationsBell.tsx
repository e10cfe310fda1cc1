import { Suspense, useRef, useState } from 'react';
import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useNotificationMessages } from '../i18n/notifications.en.js';
import { useNotifications } from './useNotifications.js';
import { lazyPart } from '../loading/lazy-part.js';
import { useCommands } from '../shortcuts/commands.js';

const NotificationsMenu = lazyPart(() => import('./NotificationsMenu.js'));

/** Counts what is not read yet, and opens it. */
export default function NotificationsBell() {
  const translate = useNotificationMessages();
  const { data } = useNotifications();
  const count = data?.length ?? 0;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label =
    count === 0
      ? translate('crm.notifications.title')
      : translate('crm.notifications.unread', { smart_count: count });
  const button = useRef<HTMLButtonElement>(null);
  const title = translate('crm.notifications.title');
  useCommands({
    title,
    commands: [
      {
        ...{ id: 'notifications', label: title, Icon: NotificationsNoneOutlined, isSearchedOnly: true },
        act: () => {
          setAnchor(button.current);
        },
      },
    ],
  });
  return (
    <>
      <Tooltip title={title}>
        <IconButton
          ref={button}
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => {
            setAnchor(event.currentTarget);
          }}
        >
          {/* A nought is hidden from the eye alone: nothing is put there. */}
          <Badge badgeContent={count === 0 ? null : count} max={99} color="error">
            <NotificationsNoneOutlined />
          </Badge>
        </IconButton>
      </Tooltip>
      <Suspense fallback={null}>
        {anchor && (
          <NotificationsMenu
            anchor={anchor}
            onClose={() => {
              setAnchor(null);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
