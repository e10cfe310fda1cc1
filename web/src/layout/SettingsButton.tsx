import { Suspense, useRef, useState } from 'react';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useWasOpened } from '../controls/useWasOpened.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { lazyPart } from '../loading/lazy-part.js';
import { useCommands } from '../shortcuts/commands.js';

const SettingsMenu = lazyPart(() => import('./SettingsMenu.js'));

/** Opens the settings menu, which is lazy-loaded and stays mounted for its dialogs. */
export const SettingsButton = ({ onShortcuts }: { onShortcuts: () => void }) => {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpened = useWasOpened(anchor !== null);
  const button = useRef<HTMLButtonElement>(null);
  const title = translate('crm.shell.settings');
  const open = () => {
    setAnchor(button.current);
  };
  useCommands({
    title,
    commands: [{ id: 'settings', label: title, Icon: SettingsOutlined, isSearchedOnly: true, act: open }],
  });
  return (
    <>
      <Tooltip title={title}>
        <IconButton
          ref={button}
          aria-label={title}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={open}
        >
          <SettingsOutlined />
        </IconButton>
      </Tooltip>
      <Suspense fallback={null}>
        {wasOpened && (
          <SettingsMenu
            anchor={anchor}
            onClose={() => {
              setAnchor(null);
            }}
            onShortcuts={onShortcuts}
          />
        )}
      </Suspense>
    </>
  );
};
