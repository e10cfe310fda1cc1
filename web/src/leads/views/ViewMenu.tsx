import { useState } from 'react';
import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useCloseNotification, useNotify } from 'react-admin';
import type { SavedView } from '@crm/contracts/http/lead-views.js';
import { useViewMessages } from '../../i18n/views.en.js';
import { useRight } from '../../session/SessionContext.js';
import { useViewChanges } from './useSavedViews.js';

/** What can be done with the view that is chosen, by whoever it belongs to, and by admins where it is shared. */
export function ViewMenu({ view, onRename }: { view: SavedView; onRename: () => void }) {
  const translate = useViewMessages();
  const mayShare = useRight('leads:bulk');
  const notify = useNotify();
  const { creation, change, removal } = useViewChanges();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const label = translate('crm.savedViews.menu', { name: view.name });
  const close = () => {
    setAnchor(undefined);
  };
  const { id: _id, user_id: _owner, ...kept } = view;
  const remove = () => {
    removal.mutate(view, {
      onSuccess: ({ message }) => {
        const again = () => {
          creation.mutate(kept);
        };
        notify(<Deleted text={message} onUndo={again} />, { type: 'success' });
      },
    });
  };
  const choose = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          onClick={(event) => {
            setAnchor(event.currentTarget);
          }}
        >
          <MoreVertOutlined />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== undefined} onClose={close}>
        <MenuItem onClick={choose(onRename)}>{translate('crm.savedViews.rename')}</MenuItem>
        {mayShare && (
          <MenuItem
            onClick={choose(() => {
              change.mutate({ id: view.id, is_shared: !view.is_shared });
            })}
          >
            {translate(view.is_shared ? 'crm.savedViews.stopSharing' : 'crm.savedViews.share')}
          </MenuItem>
        )}
        <MenuItem onClick={choose(remove)}>{translate('crm.savedViews.delete')}</MenuItem>
      </Menu>
    </>
  );
}

/** Says that a view is gone, with the way back. */
function Deleted({ text, onUndo }: { text: string; onUndo: () => void }) {
  const translate = useViewMessages();
  const close = useCloseNotification();
  return (
    <>
      {text}
      <Button
        size="small"
        sx={{ ml: 1.5 }}
        onClick={() => {
          close();
          onUndo();
        }}
      >
        {translate('crm.savedViews.undo')}
      </Button>
    </>
  );
}
