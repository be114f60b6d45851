{{/* A policy per workload: ingress from its callers, egress to the services it calls and to its needs. */}}

{{- define "tandem.egressTo" -}}
- ports:
    {{- range .ports }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  {{- with .to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* The port of a URL, by default its scheme's. */}}
{{- define "tandem.portOf" -}}
{{- $url := urlParse . -}}
{{- $explicit := regexFind ":[0-9]+$" $url.host | trimPrefix ":" -}}
{{- $explicit | default (ternary "443" "80" (eq $url.scheme "https")) -}}
{{- end -}}

{{- define "tandem.networkPolicy" -}}
{{- $v := .root.Values -}}
{{- $self := . -}}
{{- $needs := .svc.needs | default list -}}
{{- $callers := list -}}
{{- $services := include "tandem.services" .root | fromJson -}}
{{- range $name, $svc := $services }}
{{- if has $self.name ($svc.calls | default list) }}
{{- $callers = append $callers $name }}
{{- end }}
{{- end }}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "tandem.component" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "tandem.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "tandem.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- if eq .svc.kind "rpc" }}
    {{- if $callers }}
    - ports:
        - { protocol: TCP, port: {{ .svc.port }} }
      from:
        {{- range $callers }}
        - podSelector:
            matchLabels:
              {{- include "tandem.selector" (dict "root" $self.root "name" .) | nindent 14 }}
        {{- end }}
    {{- end }}
    {{- else }}
    - ports:
        - { protocol: TCP, port: {{ .svc.port }} }
      {{- with $v.networkPolicy.ingressFrom }}
      from:
        {{- toYaml . | nindent 8 }}
        - podSelector:
            matchLabels:
              {{- include "tandem.selector" (dict "root" $self.root "name" "smoke-test") | nindent 14 }}
      {{- end }}
    {{- end }}
    {{- if ne .svc.kind "static" }}
    - ports:
        - { protocol: TCP, port: {{ .svc.probes.port }} }
      {{- with $v.networkPolicy.metricsFrom }}
      from:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
  {{- if eq .svc.kind "static" }}
  egress: []
  {{- else }}
  egress:
    - ports:
        - { protocol: UDP, port: 53 }
        - { protocol: TCP, port: 53 }
    {{- range .svc.calls }}
    - ports:
        - { protocol: TCP, port: {{ (get $services .).port }} }
      to:
        - podSelector:
            matchLabels:
              {{- include "tandem.selector" (dict "root" $self.root "name" .) | nindent 14 }}
    {{- end }}
    {{- if has "mongo" $needs }}
    {{- include "tandem.egressTo" $v.networkPolicy.mongo | nindent 4 }}
    {{- end }}
    {{- if has "nats" $needs }}
    {{- include "tandem.egressTo" $v.networkPolicy.nats | nindent 4 }}
    {{- end }}
    {{- if has "https" (.svc.external | default list) }}
    {{- include "tandem.egressTo" $v.networkPolicy.https | nindent 4 }}
    {{- end }}
    {{- if $v.tracing.endpoint }}
    {{- $to := $v.networkPolicy.tracing }}
    {{- include "tandem.egressTo" (dict "to" $to.to "ports" ($to.ports | default (list (include "tandem.portOf" $v.tracing.endpoint)))) | nindent 4 }}
    {{- end }}
  {{- end }}
{{- end -}}
