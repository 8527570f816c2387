/** The lead that the code of every language sends. ASCII without `'` and `%`, so that no shell changes it. */
export const body = '{"name": "Ada Lovelace", "phones": ["+44 20 7946 0958"]}';

export interface SnippetInput {
  /** With scheme and `/api`. */
  baseUrl: string;
  stepId: string;
  /** Absent: the code reads it from `LEADGATE_KEY`, and a form shows a placeholder. */
  secret?: string | undefined;
}

export const urlOf = ({ baseUrl, stepId }: SnippetInput) => `${baseUrl}/leads/public/${stepId}`;

/** The code of the snippets, in each language. */

/** @param sent to another address, or with another body */
export const curl = (input: SnippetInput, { url = urlOf(input), json = body } = {}) =>
  [
    `curl '${url}' \\`,
    /* Double quotes let the shell insert the variable. */
    input.secret ? `  -H 'X-API-Key: ${input.secret}' \\` : '  -H "X-API-Key: $LEADGATE_KEY" \\',
    `  -H 'Content-Type: application/json' \\`,
    `  -H "Idempotency-Key: $(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')" \\`,
    '  --max-time 10 --retry 5 \\',
    `  -d '${json.replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');

/** Not `curl.exe`: Windows PowerShell removes the quotes inside its arguments. */
export const powershell = (input: SnippetInput) =>
  [
    `Invoke-RestMethod -Method Post -Uri '${urlOf(input)}' \``,
    `  -Headers @{ 'X-API-Key' = ${input.secret ? `'${input.secret}'` : '$env:LEADGATE_KEY'}; 'Idempotency-Key' = [guid]::NewGuid().ToString() } \``,
    `  -ContentType 'application/json; charset=utf-8' -TimeoutSec 10 \``,
    `  -Body '${body}'`,
  ].join('\n');

/** Two windows that are opened in one second draw the same numbers, so the time is added. */
export const cmd = (input: SnippetInput) =>
  [
    `curl "${urlOf(input)}" ^`,
    `  -H "X-API-Key: ${input.secret ?? '%LEADGATE_KEY%'}" ^`,
    `  -H "Content-Type: application/json" ^`,
    `  -H "Idempotency-Key: %RANDOM%-%RANDOM%-%RANDOM%-%TIME: =0%" ^`,
    '  --max-time 10 --retry 5 ^',
    `  -d "${body.replaceAll('"', '\\"')}"`,
  ].join('\n');

export const javascript = (
  input: SnippetInput,
) => `const response = await fetch('${urlOf(input)}', {
  method: 'POST',
  headers: {
    'X-API-Key': ${input.secret ? `'${input.secret}'` : 'process.env.LEADGATE_KEY'},
    'Content-Type': 'application/json',
    'Idempotency-Key': crypto.randomUUID(),
  },
  signal: AbortSignal.timeout(10_000),
  body: JSON.stringify({
    name: 'Ada Lovelace',
    phones: ['+44 20 7946 0958'],
  }),
});
console.log(response.status, await response.json());`;

export const python = (input: SnippetInput) => `import json
${input.secret ? '' : 'import os\n'}import urllib.request
import uuid

request = urllib.request.Request(
    "${urlOf(input)}",
    method="POST",
    headers={
        "X-API-Key": ${input.secret ? `"${input.secret}"` : 'os.environ["LEADGATE_KEY"]'},
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),
    },
    data=json.dumps({
        "name": "Ada Lovelace",
        "phones": ["+44 20 7946 0958"],
    }).encode(),
)
with urllib.request.urlopen(request, timeout=10) as response:
    print(response.status, response.read().decode())`;

export const php = (input: SnippetInput) => `<?php
$request = curl_init('${urlOf(input)}');
curl_setopt_array($request, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 10,
    CURLOPT_HTTPHEADER => [
        'X-API-Key: ${input.secret ? `${input.secret}'` : "' . getenv('LEADGATE_KEY')"},
        'Content-Type: application/json',
        'Idempotency-Key: ' . bin2hex(random_bytes(16)),
    ],
    CURLOPT_POSTFIELDS => json_encode([
        'name' => 'Ada Lovelace',
        'phones' => ['+44 20 7946 0958'],
    ]),
]);
$body = curl_exec($request);
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $body, PHP_EOL;`;

export const go = (input: SnippetInput) => `package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
${input.secret ? '' : '\t"os"\n'}	"time"
)

func main() {
	lead, _ := json.Marshal(map[string]any{
		"name":   "Ada Lovelace",
		"phones": []string{"+44 20 7946 0958"},
	})
	idempotencyKey := make([]byte, 16)
	rand.Read(idempotencyKey)
	request, err := http.NewRequest("POST", "${urlOf(input)}", bytes.NewReader(lead))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("X-API-Key", ${input.secret ? `"${input.secret}"` : 'os.Getenv("LEADGATE_KEY")'})
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", fmt.Sprintf("%x", idempotencyKey))

	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	fmt.Println(response.StatusCode, string(body))
}`;

export const java = (input: SnippetInput) => `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;

public class CreateLead {
    public static void main(String[] args) throws Exception {
        String lead = """
            ${body}
            """;
        HttpRequest request = HttpRequest.newBuilder()
            .uri(URI.create("${urlOf(input)}"))
            .timeout(Duration.ofSeconds(10))
            .header("X-API-Key", ${input.secret ? `"${input.secret}"` : 'System.getenv("LEADGATE_KEY")'})
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .POST(HttpRequest.BodyPublishers.ofString(lead))
            .build();
        HttpResponse<String> response = HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }
}`;

export const ruby = (input: SnippetInput) => `require 'json'
require 'net/http'
require 'securerandom'

uri = URI('${urlOf(input)}')
request = Net::HTTP::Post.new(uri)
request['X-API-Key'] = ${input.secret ? `'${input.secret}'` : "ENV.fetch('LEADGATE_KEY')"}
request['Content-Type'] = 'application/json'
request['Idempotency-Key'] = SecureRandom.uuid
request.body = JSON.generate(name: 'Ada Lovelace', phones: ['+44 20 7946 0958'])

options = { use_ssl: uri.scheme == 'https', open_timeout: 5, read_timeout: 10, max_retries: 0 }
response = Net::HTTP.start(uri.host, uri.port, options) { |http| http.request(request) }
puts response.code, response.body`;
