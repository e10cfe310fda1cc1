import { useState, type ComponentType } from 'react';
import MoreHorizOutlined from '@mui/icons-material/MoreHorizOutlined';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';

export interface MenuAction {
  key: string;
  label: string;
  Icon: ComponentType;
  /** Why it cannot be done now. */
  reason?: string | undefined;
  act: () => void;
}

/** A menu of what there is no room for; what cannot be done now says why below its name. */
export function MoreMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const close = () => {
    setAnchor(undefined);
  };
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<MoreHorizOutlined />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => {
          setAnchor(event.currentTarget);
        }}
      >
        {label}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== undefined}
        onClose={close}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      >
        {actions.map(({ key, label: name, Icon, reason, act }) => (
          <MenuItem
            key={key}
            aria-disabled={reason !== undefined}
            onClick={() => {
              if (reason !== undefined) return;
              close();
              act();
            }}
            sx={{ maxWidth: 320, ...(reason !== undefined && { color: 'text.tertiary' }) }}
          >
            <ListItemIcon>
              <Icon />
            </ListItemIcon>
            <ListItemText primary={name} secondary={reason} sx={{ whiteSpace: 'normal' }} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
