import { memo } from 'react';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import { productName } from '../brand/brand.js';
import { Mark } from '../brand/Mark.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { Menu } from './Menu.js';
import { Person } from './Person.js';

export type SidebarForm = 'rail' | 'drawer' | 'sheet';

/** Menu and user: a rail on a laptop, a permanent drawer on a wide screen, a temporary one on a small screen. */
export const Sidebar = memo(function Sidebar({
  form,
  open,
  onClose,
}: {
  form: SidebarForm;
  /** Only for the temporary drawer. */
  open: boolean;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const wide = form !== 'rail';
  const content = (
    <Box
      component="nav"
      aria-label={translate('crm.shell.navigation')}
      sx={(theme) => ({
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        gap: 2,
        boxSizing: 'border-box',
        height: '100%',
        width: wide ? theme.sidebar.width : theme.sidebar.closedWidth,
        px: wide ? 1.5 : 0.5,
        py: 1.5,
        overflowY: 'auto',
        backgroundColor: 'surface.base',
        borderRight: 1,
        borderColor: 'border.subtle',
      })}
    >
      <div>
        {form === 'sheet' && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, typography: 'h4', px: 1, pb: 2 }}>
            <Mark size={32} />
            {productName}
          </Box>
        )}
        <Menu wide={wide} />
      </div>
      <Box sx={wide ? { borderTop: 1, borderColor: 'border.subtle', pt: 0.5 } : {}}>
        <Person wide={wide} />
      </Box>
    </Box>
  );
  if (form !== 'sheet') return content;
  return (
    <Drawer open={open} onClose={onClose} slotProps={{ root: { keepMounted: false } }}>
      {content}
    </Drawer>
  );
});
