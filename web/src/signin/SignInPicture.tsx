import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { productName } from '../brand/brand.js';
import { Mark } from '../brand/Mark.js';
import { useTranslate } from '../i18n/useTranslate.js';

const rings = [100, 164, 228, 292, 356, 420, 484];

/** The dark half of the sign-in page: name, what it is for, and the ringing of the mark at its edge. */
export const SignInPicture = () => {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        position: 'relative',
        overflow: 'hidden',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        gap: 4,
        p: { xs: 3, md: 7 },
        color: 'signIn.text',
        backgroundColor: 'signIn.bg',
      }}
    >
      <Box
        component="svg"
        aria-hidden
        viewBox="0 0 500 500"
        sx={{
          position: 'absolute',
          top: 0,
          right: 0,
          width: 500,
          height: 500,
          fill: 'none',
          stroke: (theme) => theme.palette.signIn.line,
          strokeWidth: 1.5,
        }}
      >
        {rings.map((radius, index) => (
          <circle key={radius} cx="500" cy="0" r={radius} opacity={0.5 - index * 0.07} />
        ))}
      </Box>
      <Box sx={{ position: 'relative', display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Mark size={32} ground="signIn" />
        <Typography variant="h4" component="span">
          {productName}
        </Typography>
      </Box>
      <Box sx={{ position: 'relative', display: { xs: 'none', md: 'block' } }}>
        <Typography variant="h1" component="p" sx={{ maxWidth: 400 }}>
          {translate('crm.signIn.claim')}
        </Typography>
        <Typography variant="body1" sx={{ mt: 1.5, color: 'signIn.muted' }}>
          {translate('crm.signIn.scope')}
        </Typography>
      </Box>
    </Box>
  );
};
