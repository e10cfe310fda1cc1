import { Suspense } from 'react';
import { Navigate } from 'react-router-dom';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { keyframes } from '@mui/material/styles';
import { productName } from '../brand/brand.js';
import { Mark } from '../brand/Mark.js';
import { dayKey, figuresKey } from '../day/day-keys.js';
import { useHomeMessages } from '../i18n/home.en.js';
import { KeepsPlace } from '../loading/KeepsPlace.js';
import { lazyPart } from '../loading/lazy-part.js';
import { landingFor } from '../routing/dashboards.js';
import { useCurrentUser, useRight } from '../session/SessionContext.js';

const UpcomingCard = lazyPart(() => import('../followups/UpcomingCard.js'));
const TodayCard = lazyPart(() => import('../day/TodayCard.js'));
const DayCard = lazyPart(() => import('../day/DayCard.js'));

/** When the title and the values come (rule A14). */
export const titleAfterMs = 400;
export const valuesAfterMs = 600;
const betweenValuesMs = 30;

const values = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7', 'v8', 'v9', 'v10'] as const;

const rise = keyframes`from { opacity: 0; transform: translateY(8px); } to { opacity: 1; transform: none; }`;

/** The first page after signing in: whom to contact next, what comes later, and what the house stands for. */
const HomePage = () => {
  const landing = landingFor(useCurrentUser());
  return landing === undefined ? <Home /> : <Navigate to={landing} replace />;
};

const Home = () => {
  const hasDay = useRight('home:day');
  return (
    <Box
      sx={{
        width: '100%',
        maxWidth: 1360,
        m: hasDay ? '0 auto' : 'auto',
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 304px' },
        alignItems: 'start',
        gap: 2.5,
      }}
    >
      <title>{productName}</title>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
        {hasDay && (
          <KeepsPlace name="day" waitsFor={[dayKey]}>
            <Suspense fallback={null}>
              <DayCard />
            </Suspense>
          </KeepsPlace>
        )}
        <Values isAlone={!hasDay} />
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
        {hasDay && (
          <KeepsPlace name="today" waitsFor={[figuresKey]}>
            <Suspense fallback={null}>
              <TodayCard />
            </Suspense>
          </KeepsPlace>
        )}
        <KeepsPlace name="upcoming">
          <Suspense fallback={null}>
            <UpcomingCard />
          </Suspense>
        </KeepsPlace>
      </Box>
    </Box>
  );
};

export default HomePage;

/** What the house stands for; alone on the page, keys scroll it once it has the focus: nothing else there takes it. */
function Values({ isAlone }: { isAlone: boolean }) {
  const translate = useHomeMessages();
  const word = (value: (typeof values)[number], part: 'name' | 'text') =>
    translate(`crm.home.values.${value}.${part}`);
  return (
    <Box>
      <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 2.5, mb: 4 }}>
        <Mark size={72} moving />
        <Typography
          variant="h1"
          sx={(theme) => ({
            textAlign: 'center',
            animation: `${rise} ${String(theme.timing.enter)}ms ${theme.timing.easeOut} backwards`,
            animationDelay: `${String(titleAfterMs)}ms`,
          })}
        >
          {translate('crm.home.title')}
        </Typography>
      </Box>
      <Box
        component="ol"
        {...(isAlone && { tabIndex: 0 })}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
          gridTemplateRows: { md: 'repeat(5, auto)' },
          gridAutoFlow: { md: 'column' },
          gap: 1.5,
        }}
      >
        {values.map((value, index) => (
          <Box
            key={value}
            component="li"
            sx={(theme) => ({
              display: 'flex',
              gap: 2,
              px: 2,
              py: 1.5,
              backgroundColor: 'surface.base',
              border: 1,
              borderColor: 'border.subtle',
              borderRadius: `${String(theme.radius.card)}px`,
              boxShadow: theme.elevation[1],
              animation: `${rise} ${String(theme.timing.enter)}ms ${theme.timing.easeOut} backwards`,
              animationDelay: `${String(valuesAfterMs + index * betweenValuesMs)}ms`,
            })}
          >
            <Typography
              aria-hidden
              variant="h4"
              component="span"
              sx={(theme) => ({
                ...theme.tabular,
                flex: 'none',
                width: 20,
                color: 'primary.main',
              })}
            >
              {index + 1}
            </Typography>
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="subtitle1" component="h2" sx={{ lineHeight: 'inherit' }}>
                {word(value, 'name')}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {word(value, 'text')}
              </Typography>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
