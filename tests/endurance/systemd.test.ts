/**
 * The unit of deploy/, installed with the commands of docs/exploitation.md on a machine with
 * systemd, which is a container.
 */
import { expect, onTestFinished, test } from 'vitest';
import { commandOf } from '../support/commands.ts';
import { inside, needsEngine, run } from '../support/engine.ts';

const READY =
  'curl --silent --fail --max-time 5 --output /dev/null http://127.0.0.1:3000/api/health/ready';
const PID = 'systemctl show --property MainPID --value manege';
const PIDFILE = '/var/lib/manege/donnees/postgresql/base-18/data/postmaster.pid';

test.for(['24', '20'])(
  "avec Node %s, installé par les commandes du guide, le service survit à ce qui le tue, et s'arrête proprement",
  async (node, context) => {
    // OPS-51, OPS-54, OPS-55
    const { name } = needsEngine(context);
    run(
      name,
      'build',
      '--network',
      'host',
      '--build-arg',
      `SYSTEM_NODE=${node}`,
      '--tag',
      'manege-systemd',
      '--file',
      'tests/endurance/systemd.Dockerfile',
      '.',
    );
    const container = run(
      name,
      'run',
      '--detach',
      '--network',
      'host',
      ...(name === 'podman' ? ['--systemd', 'always'] : ['--privileged']),
      'manege-systemd',
    )
      .trim()
      .split('\n')
      .at(-1)!;
    onTestFinished(() => {
      run(name, 'rm', '--force', '--volumes', container);
    });
    const { exec, until } = inside(name, container);
    await until('systemctl is-system-running');
    expect(exec('node --version')).toMatch(new RegExp(`^v${node}\\.`));

    exec(commandOf('install'));
    exec(
      commandOf('install-settings')
        .replace("SMTP_URL='smtps://…'", '')
        .replace('…', 'selle-et-filet')
        .replace('https://reservation.centre.be', 'https://localhost'),
    );
    expect(exec(commandOf('install-start'))).toContain('Started manege.service');
    await until(READY);
    expect(exec('stat --format "%a %U" /var/lib/manege/manege.env').trim()).toBe('600 manege');

    exec(commandOf('caddy').replace('reservation.centre.be', 'localhost'));
    await until(
      'curl --silent --fail --max-time 5 --insecure --output /dev/null https://localhost/api/health/ready',
    );

    // The server is killed: the unit starts it again, together with its PostgreSQL.
    const first = exec(PID);
    exec('systemctl kill --signal KILL --kill-who main manege');
    const killed = await until(
      `[ "$(${PID})" != 0 ] && [ "$(${PID})" != ${first.trim()} ] && ${READY}`,
    );
    // PostgreSQL is killed until the process gives it up: the process ends with 1, and the unit
    // starts both again.
    const second = exec(PID).trim();
    for (let death = 0; death < 6; death += 1) {
      const postmaster = exec(`head -n 1 ${PIDFILE}`).trim();
      exec(`kill -KILL ${postmaster}`);
      await until(
        `[ "$(${PID})" != ${second} ] || { [ "$(head -n 1 ${PIDFILE})" != ${postmaster} ] && ${READY}; }`,
      );
    }
    await until(`[ "$(${PID})" != 0 ] && [ "$(${PID})" != ${second} ] && ${READY}`);
    const journal = exec('journalctl --no-pager --unit manege');
    expect(journal).toContain("PostgreSQL s'arrête sans cesse");
    expect(journal).toMatch(/Main process exited, code=exited, status=1/);

    expect(
      exec(
        `su - manege -c 'cd /opt/manege/actuel && ${commandOf('backup').trim().replaceAll('\n', ' && ')}'`,
      ),
    ).toContain('Vérifiée');
    exec(commandOf('journal-size'));
    // The next version is beside this one.
    exec('cp -a /opt/manege/1.0.0 /opt/manege/1.1.0');
    exec(commandOf('upgrade'));
    await until(READY);
    expect(exec(`su manege -c "readlink /proc/$(${PID})/cwd"`).trim()).toBe('/opt/manege/1.1.0');

    exec('systemctl stop manege');
    expect(
      exec('systemctl show --property Result,ExecMainStatus manege').trim().split('\n').toSorted(),
    ).toEqual(['ExecMainStatus=0', 'Result=success']);
    expect(exec('ps -u manege -o args= || true').trim()).toBe('');
    process.stdout.write(`  rétabli ${killed.toFixed(1)} s après un « kill -9 » du serveur\n`);
  },
);
