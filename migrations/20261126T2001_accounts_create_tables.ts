import { type Kysely, sql } from 'kysely'

/** Teams and accounts, their logins, agreements, notice choices and requests, and the logs of changes. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('accounts').execute()
  await createTeams(db)
  await createLogin(db)
  await createChoices(db)
  await createRequests(db)
  await createLogs(db)
}

async function createTeams(db: Kysely<unknown>) {
  await db.schema
    .createTable('accounts.team')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('credit_code', 'text')
    .addColumn('address', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('phone', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('package', 'text', (c) => c.notNull().defaultTo('free'))
    .addColumn('package_started_at', 'timestamptz')
    .addColumn('package_ends_at', 'timestamptz')
    .addColumn('singles_end_at', 'timestamptz')
    .addColumn('seats', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('team_plan_end')
    .on('accounts.team')
    .column('package_ends_at')
    .where(sql<boolean>`package_ends_at is not null`)
    .execute()
  await db.schema
    .createTable('accounts.account')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull().references('accounts.team.id'))
    .addColumn('home_team_id', 'uuid', (c) => c.notNull().references('accounts.team.id'))
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('mobile', 'text')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('identity', 'text', (c) => c.notNull())
    .addColumn('department', 'text', (c) => c.notNull())
    .addColumn('position', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('mailing_address', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('grants', sql`text[]`, (c) =>
      c.notNull().defaultTo('{document.create,document.finalise,document.sign}'),
    )
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('active'))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('tour_due', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('agreed_at', 'timestamptz', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('account_role', sql`role in ('admin', 'member', 'agent')`)
    .addCheckConstraint(
      'account_state',
      sql`state in ('active', 'disabled', 'frozen', 'exception', 'erased')`,
    )
    .addCheckConstraint('account_reachable', sql`email is not null or mobile is not null or state = 'erased'`)
    .execute()
  await db.schema
    .createIndex('account_username')
    .on('accounts.account')
    .unique()
    .expression(sql`lower(username)`)
    .execute()
  await db.schema
    .createIndex('account_email')
    .on('accounts.account')
    .unique()
    .expression(sql`lower(email)`)
    .execute()
  await db.schema.createIndex('account_mobile').on('accounts.account').unique().column('mobile').execute()
  await db.schema.createIndex('account_team').on('accounts.account').column('team_id').execute()
}

async function createLogin(db: Kysely<unknown>) {
  await db.schema
    .createTable('accounts.verification_code')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('visitor_hash', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('ended_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('verification_code_address')
    .on('accounts.verification_code')
    .columns(['purpose', 'address', 'created_at'])
    .execute()
  await db.schema
    .createIndex('verification_code_day')
    .on('accounts.verification_code')
    .columns(['address', 'created_at'])
    .execute()
  await db.schema
    .createTable('accounts.login_failure')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('name_hash', 'text', (c) => c.notNull())
    // No foreign key: its check would make a known name slower than an unknown one.
    .addColumn('account_id', 'uuid')
    .addColumn('address', 'text')
    .addColumn('known_device', 'boolean', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('login_failure_created')
    .on('accounts.login_failure')
    .column('created_at')
    .execute()
  await db.schema
    .createIndex('login_failure_account')
    .on('accounts.login_failure')
    .columns(['account_id', 'created_at'])
    .execute()
  await db.schema
    .createTable('accounts.last_login')
    .addColumn('account_id', 'uuid', (c) => c.primaryKey().references('accounts.account.id'))
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('accounts.social_binding')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('nickname', 'text', (c) => c.notNull())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('social_binding_account', ['provider', 'account_id'])
    .addUniqueConstraint('social_binding_subject', ['provider', 'subject'])
    .execute()
  await db.schema
    .createTable('accounts.social_attempt')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('state_hash', 'text', (c) => c.notNull().unique())
    .addColumn('visitor_hash', 'text', (c) => c.notNull())
    .addColumn('account_id', 'uuid', (c) => c.references('accounts.account.id').onDelete('cascade'))
    .addColumn('return_url', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('subject', 'text')
    .addColumn('nickname', 'text')
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('returned_at', 'timestamptz')
    .execute()
}

async function createChoices(db: Kysely<unknown>) {
  await db.schema
    .createTable('accounts.agreement')
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id').onDelete('cascade'))
    .addColumn('document', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('agreed_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('agreement_once', ['account_id', 'document', 'version'])
    .execute()
  await db.schema
    .createTable('accounts.notice_choice')
    .addColumn('account_id', 'uuid', (c) => c.primaryKey().references('accounts.account.id'))
    .addColumn('locale', 'text')
    .addColumn('ways', 'jsonb', (c) => c.notNull().defaultTo('{}'))
    .addColumn('template_letter', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('leave_token', 'text', (c) => c.unique())
    .execute()
}

async function createRequests(db: Kysely<unknown>) {
  await db.schema
    .createTable('accounts.invitation')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull().references('accounts.team.id'))
    .addColumn('inviter_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('problem', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('accepted_at', 'timestamptz')
    .addColumn('accepted_by', 'uuid', (c) => c.references('accounts.account.id'))
    .addColumn('withdrawn_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('invitation_open')
    .on('accounts.invitation')
    .unique()
    .columns(['team_id', 'email'])
    .where(sql<boolean>`accepted_at is null and withdrawn_at is null`)
    .execute()
  await db.schema
    .createIndex('invitation_team')
    .on('accounts.invitation')
    .columns(['team_id', 'id desc'])
    .execute()
  await db.schema
    .createTable('accounts.support_request')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('closed_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('support_request_open')
    .on('accounts.support_request')
    .unique()
    .column('account_id')
    .where(sql<boolean>`closed_at is null`)
    .execute()
}

async function createLogs(db: Kysely<unknown>) {
  await db.schema
    .createTable('accounts.account_action')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('actor_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('account_action_account')
    .on('accounts.account_action')
    .columns(['account_id', 'id desc'])
    .execute()
  await db.schema
    .createTable('accounts.desk_action')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('staff_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('desk_action_reason', sql`reason <> ''`)
    .execute()
  await db.schema
    .createIndex('desk_action_account')
    .on('accounts.desk_action')
    .columns(['account_id', 'id desc'])
    .execute()
  // Not part of the log, which is append-only: erasing an account deletes its changes.
  await db.schema
    .createTable('accounts.desk_change')
    .addColumn('action_id', 'uuid', (c) => c.notNull().references('accounts.desk_action.id'))
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('before', 'text', (c) => c.notNull())
    .addColumn('after', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('desk_change_pkey', ['action_id', 'what'])
    .execute()
  await db.schema.createIndex('desk_change_account').on('accounts.desk_change').column('account_id').execute()

  await sql`create function accounts.refuse_change() returns trigger language plpgsql as
    $$ begin raise exception '% is append-only', tg_table_name; end $$`.execute(db)
  for (const table of ['account_action', 'desk_action'])
    await sql`create trigger append_only before update or delete on ${sql.table(`accounts.${table}`)}
      for each row execute function accounts.refuse_change()`.execute(db)
}
