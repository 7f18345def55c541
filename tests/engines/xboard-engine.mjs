// An engine that speaks the xboard protocol and replies to every `go` with the next of its command-line arguments; it echoes its input on
// standard error.

import { createInterface } from 'node:readline';

const answers = process.argv.slice(2);
createInterface({ input: process.stdin }).on('line', (line) => {
  console.error(line);
  const [word, argument] = line.split(' ');
  if (word === 'protover') console.log('feature myname="Scripted" ping=1 setboard=1 usermove=1 done=1');
  if (word === 'ping') console.log(`pong ${argument}`);
  if (word === 'go') console.log(answers.shift() ?? 'resign');
  if (word === 'quit') process.exit(0);
});
