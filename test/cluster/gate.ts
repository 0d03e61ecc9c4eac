/** A proxy in front of a node. */
import { createServer, type IncomingMessage, request } from 'node:http';
import { listenAnywhere } from '../core/http/serving.ts';

/** @param admit awaited before each request is passed on; a request that it does not admit is answered with 401 */
export async function openGate(node: string, admit: (asked: IncomingMessage) => Promise<boolean>) {
  const server = createServer((asked, response) => {
    const { method, headers, url = '' } = asked;
    void admit(asked).then((isAdmitted) => {
      if (!isAdmitted) return void response.writeHead(401).end();
      const onward = request(`${node}${url}`, { method, headers }, (answer: IncomingMessage) =>
        answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers)),
      );
      // Connections that are open at the end are cut off.
      asked.pipe(onward.on('error', () => response.destroy()));
    });
  });
  const port = await listenAnywhere(server);
  return {
    url: (prefix: string) => `opensearch+http://127.0.0.1:${port}/${prefix}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
