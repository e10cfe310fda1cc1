import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { exampleSession, session } from '../entities/session.js';
import { exampleUser } from '../entities/user.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';

const sessionId = z.string().min(1).max(64);
const userParams = { params: { userId: exampleUser.id } };
const ended = { status: 'success', message: 'Session ended' } as const;
const othersEnded = { status: 'success', message: 'Sessions ended' } as const;
const everywhere = { status: 'success', message: 'Signed out everywhere' } as const;

export const listOwnSessions = defineEndpoint({
  name: 'listOwnSessions',
  method: 'GET',
  path: '/api/sessions',
  service: 'auth',
  access: 'signed-in',
  given: false,
  audit: 'none',
  summary: "The user's own live sessions, the last used first.",
  answer: z.object({ sessions: z.array(session) }),
  example: { answer: { sessions: [exampleSession] } },
});

export const reportClick = defineEndpoint({
  name: 'reportClick',
  method: 'POST',
  path: '/api/sessions/click',
  service: 'auth',
  access: 'signed-in',
  given: false,
  audit: 'none',
  summary:
    'Reports that somebody clicked or typed in this session, so many seconds ago. Nothing else keeps a session from ending as idle.',
  body: z.object({ seconds_ago: z.int().min(0).max(3_600) }),
  answer: outcome,
  example: { body: { seconds_ago: 4 }, answer: { status: 'success', message: 'Noted' } },
});

export const endOwnSession = defineEndpoint({
  name: 'endOwnSession',
  method: 'POST',
  path: '/api/sessions/{sessionId}/end',
  service: 'auth',
  access: 'signed-in',
  given: false,
  audit: { action: 'session.revoked', subject: 'session/{params.sessionId}' },
  summary: "Ends one of the user's own sessions. Somebody else's, or one that is over: 404.",
  params: z.object({ sessionId }),
  answer: outcome,
  example: { params: { sessionId: exampleSession.id }, answer: ended },
});

export const endOtherSessions = defineEndpoint({
  name: 'endOtherSessions',
  method: 'POST',
  path: '/api/sessions/end-others',
  service: 'auth',
  access: 'signed-in',
  given: false,
  audit: { action: 'session.others-ended' },
  summary: 'Ends all sessions of the user but this one.',
  answer: outcome,
  example: { answer: othersEnded },
});

export const signOutEverywhere = defineEndpoint({
  name: 'signOutEverywhere',
  method: 'POST',
  path: '/api/auth/signout-everywhere',
  service: 'auth',
  access: 'signed-in',
  given: false,
  audit: { action: 'session.all-ended' },
  summary: 'Ends every session of the user, this one too; online, active, in_call and AD_status become 0.',
  answer: outcome,
  example: { answer: everywhere },
});

export const listSessionsOfUser = defineEndpoint({
  name: 'listSessionsOfUser',
  method: 'GET',
  path: '/api/agents/{userId}/sessions',
  service: 'auth',
  access: 'admin',
  given: false,
  audit: { action: 'sessions.listed', subject: 'user/{params.userId}' },
  summary: 'The live sessions of an agent or a guide, the last used first.',
  params: z.object({ userId: id }),
  answer: z.object({ sessions: z.array(session) }),
  example: { ...userParams, answer: { sessions: [{ ...exampleSession, current: false }] } },
});

export const endSessionOfUser = defineEndpoint({
  name: 'endSessionOfUser',
  method: 'POST',
  path: '/api/agents/{userId}/sessions/{sessionId}/end',
  service: 'auth',
  access: 'admin',
  given: false,
  audit: { action: 'session.revoked', subject: 'user/{params.userId}' },
  summary: 'Ends one session of an agent or a guide.',
  params: z.object({ userId: id, sessionId }),
  answer: outcome,
  example: { params: { ...userParams.params, sessionId: exampleSession.id }, answer: ended },
});

export const endSessionsOfUser = defineEndpoint({
  name: 'endSessionsOfUser',
  method: 'POST',
  path: '/api/agents/{userId}/sessions/end-all',
  service: 'auth',
  access: 'admin',
  given: false,
  audit: { action: 'session.all-ended', subject: 'user/{params.userId}' },
  summary: 'Ends every session of an agent or a guide; their presence is taken back.',
  params: z.object({ userId: id }),
  answer: outcome,
  example: { ...userParams, answer: everywhere },
});

/** What people and admins see and end of sessions. */
export const sessionEndpoints = [
  listOwnSessions,
  reportClick,
  endOwnSession,
  endOtherSessions,
  signOutEverywhere,
  listSessionsOfUser,
  endSessionOfUser,
  endSessionsOfUser,
];
