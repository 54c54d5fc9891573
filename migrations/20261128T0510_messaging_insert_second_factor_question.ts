import { type Kysely, sql } from 'kysely'

/** How to set up a second factor, and what to do without the device. */
// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  const texts = {
    zh_CN: {
      question: '如何开启第二验证？设备丢失了怎么办？',
      answer:
        '在“账户信息 › 登录安全”中添加验证器应用或通行密钥即可开启。此后仅凭密码无法登录。请保存好首次开启时显示的十个恢复码：设备不在手边时，每个可代替第二验证一次。设备和恢复码都丢失的，团队成员请告知管理员，其他用户请用账户邮箱联系客服；核实身份后，我们会移除您的第二验证，并发邮件通知您。',
    },
    zh_TW: {
      question: '如何開啟第二驗證？裝置遺失了怎麼辦？',
      answer:
        '在「帳戶資訊 › 登入安全」中新增驗證器應用程式或密碼金鑰即可開啟。此後僅憑密碼無法登入。請保存好首次開啟時顯示的十個復原碼：裝置不在手邊時，每個可代替第二驗證一次。裝置和復原碼都遺失的，團隊成員請告知管理員，其他使用者請用帳戶的電子信箱聯絡客服；確認身分後，我們會移除您的第二驗證，並寄信通知您。',
    },
    en_US: {
      question: 'How do I set up a second factor, and what if I lose my device?',
      answer:
        'Add an authenticator app or a passkey under Account Info › Login security. From then on nobody can log in with your password alone. Keep the ten recovery codes that are shown the first time: each replaces the second factor once when your device is not at hand. If you have lost device and codes, tell your team’s administrator, or write to us from the address of your account; after checking your identity we remove the second factor and mail you.',
    },
  }
  await db
    .insertInto('messaging.faq')
    .values({
      id: sql`gen_random_uuid()`,
      // Behind the question about authorisations.
      position: 'aEz',
      texts: JSON.stringify(texts),
      updated_at: sql`now()`,
    })
    .execute()
}
