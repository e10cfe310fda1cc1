import type { Logger } from '../log/logger.js';
import type { Bus } from './bus.js';
import { createMemoryBus } from './memory-bus.js';
import { createRabbitBus } from './rabbit-bus.js';

/**
 * The bus of a process: RabbitMQ where a URL is given (`amqp://user:password@host:5672/vhost`), else the in-process
 * form, which services of one process must share. Never waits for the broker.
 */
export async function createBus(options: { rabbitUrl: string | undefined; log: Logger }): Promise<Bus> {
  const { rabbitUrl, log } = options;
  return rabbitUrl === undefined ? createMemoryBus() : createRabbitBus({ url: rabbitUrl, log });
}
